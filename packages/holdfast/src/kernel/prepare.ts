import {
  type AttributeMap,
  AttributeMembers,
  type AttributeValue,
  type Condition,
  type OperationInput,
  type Projection,
  printExpressions,
  type TransactWriteItem,
  type Update,
} from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';
import { conditionOf, type Requirement, requirementsOf } from './conditions-of.js';
import { putDerived } from './derived-attributes.js';
import { putIndexKeys } from './index-keys.js';
import { checkedBytes, checkedExpressions, type Written } from './limits.js';
import { needCapability } from './need-capability.js';
import { isIdempotent, updateOf } from './update-of.js';
import { describeWrite, isPut, type Write } from './write.js';

const storedItem = 'returnValuesOnConditionCheckFailure';

/** A write made ready to go out, with the id that it leaves in the item. */
export interface PreparedWrite extends Written {
  readonly writeId: string | undefined;
  readonly requirements: readonly Requirement[];
  /** Those of the item that it leaves, as far as they are known. */
  readonly bytes: number;
  /**
   * Whether the request may go out again after an attempt without an answer: its effect is the same, or its own earlier
   * attempt is recognised. Values from before the write could only come from the attempt that was carried out first.
   */
  readonly repeatable: boolean;
}

/**
 * @param id the id to leave in the item, if the entity asks for one
 * @throws ValidationError where the write has not said what it does about the version
 */
export function prepare(write: Write, id: string): PreparedWrite {
  const { model, verb, version, returning } = write;
  if (version.kind === 'undecided') {
    throw new ValidationError(
      `${describeWrite(write)}: ${model.name} has a version (${model.version?.name}); say .ifVersion(n) or .ignoreVersion() first`,
    );
  }
  if (write.returnStored) {
    const instead = 'leave out returnStored() and read the item';
    needCapability(write.target.backend, storedItem, `${describeWrite(write)}: returnStored()`, instead);
  }
  if (verb === 'update' && !hasClauses(write.update)) {
    throw new ValidationError(
      `${describeWrite(write)}: it changes nothing; say what by set(), add(), remove() or delete()`,
    );
  }
  const changes = verb !== 'delete' && verb !== 'check';
  const writeId = changes && model.writeId ? id : undefined;
  const update = verb === 'update' || verb === 'upsert' ? updateOf(write, writeId) : undefined;
  const requirements = requirementsOf(write);
  const written = { write, item: isPut(verb) ? itemOf(write, writeId) : undefined, update };
  return {
    ...written,
    writeId,
    requirements,
    bytes: checkedBytes(written),
    repeatable: returning.kind !== 'old' && isRepeatable(write, writeId, requirements),
  };
}

function isRepeatable(
  { version, update, verb }: Write,
  writeId: string | undefined,
  requirements: readonly Requirement[],
): boolean {
  if (verb !== 'update' && verb !== 'upsert') return true;
  if (writeId !== undefined && requirements.some((requirement) => requirement.version)) return true;
  // a second time, it would undo what others have built on the first
  return version.kind !== 'ignored' && isIdempotent(update);
}

function itemOf({ verb, model, key, attributes, version, target }: Write, writeId: string | undefined): AttributeMap {
  const item = new AttributeMembers();
  for (const name in attributes) item[name] = attributes[name] as AttributeValue;
  for (const name in key) item[name] = key[name] as AttributeValue;
  putDerived(model, item, target.backend.runtime, verb !== 'put');
  putIndexKeys(model, item);
  const { layout } = model;
  if (model.discriminator === 'none') delete item[layout.entity];
  else item[layout.entity] = { S: model.name };
  if (model.version !== undefined) {
    const before = version.kind === 'expected' ? (version.version ?? 0) : 0;
    item[model.version.storedAs] = { N: String(before + 1) };
  }
  if (writeId === undefined) delete item[layout.writeId];
  else item[layout.writeId] = { S: writeId };
  return item;
}

type SingleRequest =
  | { readonly operation: 'PutItem'; readonly input: OperationInput<'PutItem'> }
  | { readonly operation: 'UpdateItem'; readonly input: OperationInput<'UpdateItem'> }
  | { readonly operation: 'DeleteItem'; readonly input: OperationInput<'DeleteItem'> };

/** The request that sends the write alone. */
export function toRequest(prepared: PreparedWrite): SingleRequest {
  const { write, item, update } = prepared;
  const { key } = write;
  const common = { TableName: write.target.table, ...expressions(prepared), ...returnValues(write) };
  if (item !== undefined)
    return { operation: 'PutItem', input: { ...common, Item: item } as OperationInput<'PutItem'> };
  if (update !== undefined) return { operation: 'UpdateItem', input: { ...common, Key: key } };
  return { operation: 'DeleteItem', input: { ...common, Key: key } as OperationInput<'DeleteItem'> };
}

/** The action that the write is in a transaction. */
export function toAction(prepared: PreparedWrite): TransactWriteItem {
  const { write, item } = prepared;
  const common = { TableName: write.target.table, ...expressions(prepared) };
  const { UpdateExpression = '', ConditionExpression = '' } = common;
  if (item !== undefined) return { Put: { ...common, Item: item } };
  if (write.verb === 'check') return { ConditionCheck: { ...common, ConditionExpression, Key: write.key } };
  if (write.verb === 'delete') return { Delete: { ...common, Key: write.key } };
  return { Update: { ...common, UpdateExpression, Key: write.key } };
}

function expressions({ write, requirements, update }: PreparedWrite) {
  const condition = conditionOf(requirements);
  const parts: { condition?: Condition; update?: Update; projection?: Projection } = {};
  if (condition !== undefined) parts.condition = condition;
  if (update !== undefined && hasClauses(update)) parts.update = update;
  const printed = checkedExpressions(printExpressions(parts), () => describeWrite(write));
  if (condition === undefined || !write.target.backend.capabilities[storedItem]) return printed;
  // costs nothing, and without it neither a write's own lost answer nor the failed clause could be told
  return { ...printed, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
}

function hasClauses({ set, remove, add, delete: removed }: Update): boolean {
  return set.length + remove.length + add.length + removed.length > 0;
}

function returnValues({ returning, verb }: Write) {
  if (returning.kind === 'old') return { ReturnValues: 'ALL_OLD' as const };
  if (returning.kind === 'new' && !isPut(verb)) return { ReturnValues: 'ALL_NEW' as const };
  return {};
}
