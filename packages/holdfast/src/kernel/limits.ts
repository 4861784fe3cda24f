import {
  type AttributeMap,
  AttributeMembers,
  type AttributeValue,
  describePath,
  type Path,
  type PrintedExpressions,
  sizeOfItem,
  type Update,
} from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';
import { programPath } from './program-path.js';
import { describeWrite, type Write } from './write.js';

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html

/** The most bytes of an item. */
export const mostItemBytes = 400 * 1024;
const mostTransactionBytes = 4 * 1024 * 1024;
const mostExpressionBytes = 4096;
const mostOperators = 300;
const mostNesting = 32;

/** What a write leaves: the whole item of a put, or what an update changes. */
export interface Written {
  readonly write: Write;
  readonly item: AttributeMap | undefined;
  readonly update: Update | undefined;
}

/**
 * The bytes of the item that a write leaves. Of an update, those that it sets beside the key, since nothing is known of what
 * it keeps.
 *
 * @throws ValidationError where they are too many, or lists and maps are nested too deep
 */
export function checkedBytes({ write, item, update }: Written): number {
  if (item === undefined && update === undefined) return 0;
  const changed = new AttributeMembers();
  if (item === undefined) for (const name in write.key) changed[name] = write.key[name] as AttributeValue;
  const known = item ?? changed;
  for (const name in known) checkNesting(write, [name], known[name]);
  for (const { path, value } of update?.set ?? []) {
    if (value.kind !== 'value') continue;
    checkNesting(write, path.elements, value.value);
    if (path.elements.length === 1) changed[path.elements[0]] = value.value;
  }
  const bytes = sizeOfItem(known);
  if (bytes <= mostItemBytes) return bytes;
  const sizes = Object.entries(known).map(
    ([name, value]) => [nameOf(write, name), sizeOfItem({ [name]: value })] as const,
  );
  throw new ValidationError(
    `${describeWrite(write)}: the item would have ${bytes} bytes, and DynamoDB takes ${mostItemBytes}; its largest attributes: ${largest(sizes)}; move what is large into items of its own or into S3`,
  );
}

function nameOf({ model }: Write, storedAs: string): string {
  return model.members.byStoredName.get(storedAs)?.name ?? storedAs;
}

function checkNesting(write: Write, at: Path['elements'], value: AttributeValue | undefined): void {
  const inner = tooDeep(value, at.length - 1);
  if (inner === undefined) return;
  const elements = [...at, ...inner] as const;
  const path = describePath(programPath(write.model.members, { kind: 'path', elements }));
  throw new ValidationError(
    `${describeWrite(write)}: ${nameOf(write, at[0])} nests lists and maps over ${mostNesting} deep, which DynamoDB does not take, at ${path}; store it as text`,
  );
}

/** The way from a value to what is too deep in it. */
function tooDeep(value: AttributeValue | undefined, depth: number): (string | number)[] | undefined {
  if (depth > mostNesting) return [];
  if (value === undefined || 'S' in value || 'N' in value) return undefined;
  for (const [key, each] of 'L' in value ? value.L.entries() : 'M' in value ? Object.entries(value.M) : []) {
    const inner = tooDeep(each, depth + 1);
    if (inner !== undefined) return [key, ...inner];
  }
  return undefined;
}

/** @throws ValidationError where the items of a transaction are too large together */
export function checkTransactionBytes(sizes: readonly (readonly [label: string, bytes: number])[]): void {
  const bytes = sizes.reduce((sum, [, each]) => sum + each, 0);
  if (bytes <= mostTransactionBytes) return;
  throw new ValidationError(
    `the transaction would have ${bytes} bytes, and DynamoDB takes ${mostTransactionBytes}; its largest writes: ${largest(sizes)}`,
  );
}

function largest(sizes: readonly (readonly [string, number])[]): string {
  const sorted = [...sizes].sort(([, one], [, other]) => other - one).slice(0, 3);
  return sorted.map(([name, bytes]) => `${name} ${bytes}`).join(', ');
}

/** @throws ValidationError where an expression is too long or has too many operators */
export function checkedExpressions<Printed extends PrintedExpressions>(printed: Printed, what: () => string): Printed {
  for (const name of ['ConditionExpression', 'FilterExpression', 'UpdateExpression', 'ProjectionExpression'] as const) {
    const text = printed[name] ?? '';
    if (text.length < mostOperators) continue;
    // printed, it has no names of its own, and a BETWEEN counts by its AND
    const signs = name === 'UpdateExpression' ? / [+-] /g : /\b(?:AND|OR|IN|NOT)\b|[<>=]+/g;
    const operators = text.match(signs)?.length ?? 0;
    const fault =
      text.length > mostExpressionBytes
        ? `${text.length} bytes, and DynamoDB takes ${mostExpressionBytes}`
        : operators > mostOperators
          ? `${operators} operators, and DynamoDB takes ${mostOperators}`
          : undefined;
    if (fault !== undefined)
      throw new ValidationError(`${what()}: the ${name} has ${fault}; ask or change less at once`);
  }
  return printed;
}
