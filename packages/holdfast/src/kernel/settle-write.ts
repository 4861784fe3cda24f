import type { AttributeMap, ServiceError } from '@holdfast/wire';
import type { Clause } from '../errors/clause.js';
import { ConditionFailedError, VersionConflictError } from '../errors/conflict-errors.js';
import { StoredItemError } from '../errors/usage-errors.js';
import type { Requirement } from './conditions-of.js';
import { deliver, type SendOptions } from './deliver.js';
import { clauseOf, failedRequirements } from './failed-clauses.js';
import { type PreparedWrite, prepare, toRequest } from './prepare.js';
import { isOvertaken, isOwnEffect } from './proof.js';
import { resolveDoubt } from './resolve-doubt.js';
import { decodeItem, entityOf } from './stored-item.js';
import { noteOrigin } from './stored-origin.js';
import { describeWrite, isPut, type Write } from './write.js';

/** How a write ended. */
export type Settled =
  | { readonly applied: true; readonly returned: unknown }
  | {
      readonly applied: false;
      readonly clauses: readonly Clause[];
      readonly stored: object | undefined;
      readonly isVersionConflict: boolean;
      /** What the service said. */
      readonly cause: ServiceError;
    };

/** Sends one write alone. */
export function settleWrite(write: Write, options?: SendOptions): Promise<Settled> {
  const prepared = prepare(write, write.target.backend.runtime.uuid());
  const { operation, input } = toRequest(prepared);
  return deliver<typeof operation, Settled>(
    {
      backend: write.target.backend,
      get what() {
        return describeWrite(write);
      },
      doubt: { resolve: (asked) => resolveDoubt(write.target.backend, [prepared], describeWrite(write), asked) },
      operation,
      input,
      writes: [prepared],
      repeatable: prepared.repeatable,
      applied: (output) => ({ applied: true, returned: returnedOf(prepared, output.Attributes) }),
      refused: (error, open) => refusedWrite(prepared, error, open),
    },
    options,
  );
}

function refusedWrite(prepared: PreparedWrite, error: ServiceError, open: boolean): Settled | 'doubt' | undefined {
  if (error.name !== 'ConditionalCheckFailedException') return undefined;
  if (isOwnEffect(prepared, error.item)) return { applied: true, returned: returnedOf(prepared, error.item) };
  if (open && !isOvertaken(prepared, error.item)) return 'doubt';
  return { applied: false, ...failure(prepared, error.item), cause: error };
}

/** Why a write was refused. */
export type WriteFailure = Omit<Extract<Settled, { applied: false }>, 'applied' | 'cause'>;

export function failure({ write, requirements }: PreparedWrite, stored: AttributeMap | undefined): WriteFailure {
  const { model } = write;
  const isKnown = write.target.backend.capabilities.returnValuesOnConditionCheckFailure;
  const failed: readonly Requirement[] = isKnown ? failedRequirements(requirements, stored) : requirements;
  return {
    clauses: failed.map((requirement) => clauseOf(model, requirement, stored, isKnown)),
    stored: readable(write, stored),
    isVersionConflict: failed.some((requirement) => requirement.version),
  };
}

/**
 * The stored item for the caller. A foreign item at the key, or one that does not fit, is one more reason why the condition
 * failed, and a reason to fail differently only where the caller asked for it.
 */
function readable(write: Write, stored: AttributeMap | undefined): object | undefined {
  const { model, returnStored } = write;
  if (stored === undefined || entityOf(model, stored) !== model.name) return undefined;
  try {
    return noteOrigin(decodeItem(model, stored), write);
  } catch (error) {
    if (returnStored) throw error;
    return undefined;
  }
}

/** @throws StoredItemError saying that the write took place, where what it returns cannot be read */
function returnedOf({ write, item }: PreparedWrite, attributes: AttributeMap | undefined): unknown {
  const { model, returning, verb } = write;
  const stored = returning.kind !== 'old' && isPut(verb) ? item : attributes;
  if (stored === undefined || (returning.kind === 'nothing' && !isPut(verb))) return undefined;
  try {
    return decodeItem(model, stored, returning.kind === 'new' ? returning.names : undefined);
  } catch (error) {
    const what = `${describeWrite(write)} was applied, but what it returns cannot be read`;
    throw new StoredItemError(what, { mayHaveHappened: true, cause: error });
  }
}

/** The error that stands for a failed condition where the caller asked for the result alone. */
export function toError(write: Write, refused: WriteFailure & { readonly cause: ServiceError }): Error {
  const { clauses, stored, isVersionConflict, cause } = refused;
  const { model, version } = write;
  const { name = '' } = model.version ?? {};
  const isPutOf = (number: number | undefined) =>
    write.verb === 'put' && version.kind === 'expected' && version.version === number;
  const hint = isPutOf(undefined)
    ? `; without ${name} a put writes a new item, so put the item that was read`
    : isPutOf(0)
      ? `; ${name} 0 is that of an item which was stored without one, and a new item has none`
      : '';
  const what = `${describeWrite(write)} was refused: ${clauses.map(explain).join('; ')}${hint}`;
  const facts = { clauses, stored, cause };
  return isVersionConflict ? new VersionConflictError(what, facts) : new ConditionFailedError(what, facts);
}

export function explain({ text, seen }: Clause): string {
  if (seen.length === 0) return `${text} may not have held`;
  const stored = seen.map(
    ({ path, saw }) => `${seen.length > 1 ? `${path} ` : ''}${saw === undefined ? 'nothing' : shown(saw)}`,
  );
  return `${text} did not hold (stored: ${stored.join(', ')})`;
}

function shown(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  const text = value instanceof Set ? JSON.stringify([...value].map(String)) : JSON.stringify(value, bigints);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
