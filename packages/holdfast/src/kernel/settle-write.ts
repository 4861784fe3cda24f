import type { AttributeMap, ServiceError } from '@holdfast/wire';
import type { Clause } from '../errors/clause.js';
import { ConditionFailedError, VersionConflictError } from '../errors/conflict-errors.js';
import { InDoubtError } from '../errors/in-doubt-error.js';
import type { Requirement } from './conditions-of.js';
import { deliver, type SendOptions } from './deliver.js';
import { clauseOf, failedRequirements } from './failed-clauses.js';
import { type PreparedWrite, prepare, toRequest } from './prepare.js';
import { decodeItem, entityOf, versionOf, writeIdOf } from './stored-item.js';
import { describeWrite, isPut, type Write } from './write.js';

/** How a write ended. */
export type Settled =
  | { readonly applied: true; readonly returned: unknown }
  | {
      readonly applied: false;
      readonly clauses: readonly Clause[];
      readonly stored: object | undefined;
      readonly isVersionConflict: boolean;
    };

/** Sends one write alone. */
export function settleWrite(write: Write, options?: SendOptions): Promise<Settled> {
  const prepared = prepare(write);
  const { operation, input } = toRequest(prepared);
  return deliver<typeof operation, Settled>(
    {
      backend: write.target.backend,
      what: describeWrite(write),
      operation,
      input,
      repeatable: prepared.repeatable,
      applied: (output) => ({ applied: true, returned: returnedOf(prepared, output.Attributes) }),
      refused: (error, open) => refusedWrite(prepared, error, open),
    },
    options,
  );
}

function refusedWrite(prepared: PreparedWrite, error: ServiceError, open: boolean): Settled | 'doubt' | undefined {
  if (error.name !== 'ConditionalCheckFailedException') return undefined;
  if (isOwnEffect(prepared, error.item)) {
    if (prepared.write.returning.kind === 'old') throw oldValuesLost(prepared.write, error);
    return { applied: true, returned: returnedOf(prepared, error.item) };
  }
  if (open && !isOvertaken(prepared, error.item)) return 'doubt';
  return failure(prepared, error.item);
}

/** Whether the stored item carries this write's own id, which proves that it was applied. */
export function isOwnEffect({ writeId }: PreparedWrite, stored: AttributeMap | undefined): boolean {
  return writeId !== undefined && writeIdOf(stored) === writeId;
}

/**
 * Whether the stored version is the very one that this write would have made, made by another. Every writer increases
 * it, so ours was not applied, and will not be as long as the item is not deleted and made anew. A still greater one
 * leaves the question open.
 */
function isOvertaken({ write, writeId }: PreparedWrite, stored: AttributeMap | undefined): boolean {
  return writeId !== undefined && versionsAhead(write, stored) === 1;
}

/** By how many the stored version is greater than the expected one; `undefined` where none was expected or none is stored. */
export function versionsAhead({ version, model }: Write, stored: AttributeMap | undefined): number | undefined {
  const found = versionOf(model, stored);
  return version.kind !== 'expected' || found === undefined ? undefined : found - (version.version ?? 0);
}

export function failure(
  { write: { model }, requirements }: PreparedWrite,
  stored: AttributeMap | undefined,
): Extract<Settled, { applied: false }> {
  const failed: readonly Requirement[] = failedRequirements(requirements, stored);
  return {
    applied: false,
    clauses: failed.map((requirement) => clauseOf(model, requirement, stored)),
    // a foreign item at the key is one more reason why the condition failed, not a reason to fail differently
    stored: stored === undefined || entityOf(stored) !== model.name ? undefined : decodeItem(model, stored),
    isVersionConflict: failed.some((requirement) => requirement.version),
  };
}

function oldValuesLost(write: Write, error: ServiceError): InDoubtError {
  const what = `${describeWrite(write)} was applied, but what it replaced was lost with its answer`;
  return new InDoubtError(what, error.attempts, error);
}

function returnedOf({ write, item }: PreparedWrite, attributes: AttributeMap | undefined): unknown {
  const { model, returning } = write;
  if (returning.kind === 'old') return attributes === undefined ? undefined : decodeItem(model, attributes);
  if (isPut(write.verb)) return item === undefined ? undefined : decodeItem(model, item);
  if (returning.kind !== 'new' || attributes === undefined) return undefined;
  const decoded = decodeItem(model, attributes) as Readonly<Record<string, unknown>>;
  const { names } = returning;
  if (names === undefined) return decoded;
  return Object.fromEntries(names.filter((name) => name in decoded).map((name) => [name, decoded[name]]));
}

/** The error that stands for a failed condition where the caller asked for the result alone. */
export function toError(write: Write, { clauses, stored, isVersionConflict }: ReturnType<typeof failure>): Error {
  const { model, version } = write;
  const isNew = write.verb === 'put' && version.kind === 'expected' && version.version === undefined;
  const hint = isNew ? `; without ${model.version?.name} a put writes a new item, so put the item that was read` : '';
  const what = `${describeWrite(write)} was refused: ${clauses.map(explain).join('; ')}${hint}`;
  const facts = { clauses, stored };
  return isVersionConflict ? new VersionConflictError(what, facts) : new ConditionFailedError(what, facts);
}

export function explain({ text, saw }: Clause): string {
  return `${text} did not hold (${saw === undefined ? 'nothing stored there' : `stored: ${shown(saw)}`})`;
}

function shown(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  const text = value instanceof Set ? JSON.stringify([...value].map(String)) : JSON.stringify(value, bigints);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
