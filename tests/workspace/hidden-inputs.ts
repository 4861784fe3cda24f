import { isTest } from './sources.js';
import { lineAt, type Node, nodesOf, type Placed } from './syntax.js';

/** Globals of the process that no deterministic code names. */
export const deniedGlobals = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'performance',
  'Temporal',
  'crypto',
  'process',
  'globalThis',
  'global',
] as const;

const denied: ReadonlySet<string> = new Set(deniedGlobals);

/** Where a source reads a clock, starts a timer or draws a random number other than by the Runtime port. */
export function hiddenInputs(path: string, source: string): string[] {
  return nodesOf(path, source)
    .filter((placed) => isReference(placed) && isHiddenInput(placed))
    .map(
      ({ node }) => `${path}:${lineAt(source, node.start)}: ${String(node.name)} is a hidden input; use the Runtime`,
    );
}

/** Whether the code of the file is deterministic: it and all that it needs comes in by its arguments. */
export const isDeterministic = (path: string): boolean =>
  /^packages\/(?:wire|holdfast|engine)\/src\//.test(path) &&
  !/^packages\/engine\/src\/(?:http|sdk)\//.test(path) &&
  path !== 'packages/wire/src/runtime/system-runtime.ts' &&
  !isTest(path);

function isHiddenInput({ node, parent, property }: Placed): boolean {
  const name = String(node.name);
  const member = parent.type === 'MemberExpression' && property === 'object' ? memberName(parent) : undefined;
  switch (name) {
    case 'Math':
      return member === undefined || member === 'random';
    case 'AbortSignal':
      return parent.type === 'MemberExpression' && (member === undefined || member === 'timeout');
    case 'Date': {
      if (parent.type === 'NewExpression' && property === 'callee') return !startsWithPlainArgument(parent);
      if (parent.type === 'BinaryExpression') return parent.operator !== 'instanceof';
      return !(member === 'parse' || member === 'UTC' || member === 'prototype');
    }
    case 'crypto':
      // digests and signatures are functions of what they are given
      return member !== 'subtle';
    default:
      return denied.has(name);
  }
}

/** Whether an identifier stands for a value, and is neither the name of a member nor of a type. */
function isReference({ node, parent, property }: Placed): boolean {
  if (node.type !== 'Identifier') return false;
  if (parent.computed === true) return true;
  if (property === 'key' || (parent.type === 'MemberExpression' && property === 'property')) return false;
  return !/^(?:TS(?!As|Satisfies|NonNull|TypeAssertion|Instantiation)|ImportSpecifier|ExportSpecifier)/.test(
    parent.type,
  );
}

function memberName(member: Node): string | undefined {
  const property = member.property;
  const isPlain = member.computed !== true && typeof property === 'object' && property !== null && 'name' in property;
  return isPlain ? String(property.name) : undefined;
}

function startsWithPlainArgument(call: Node): boolean {
  const given: unknown = call.arguments;
  return Array.isArray(given) && given.length > 0 && given[0].type !== 'SpreadElement';
}
