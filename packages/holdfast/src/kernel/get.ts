import { type AttributeMap, type Projection, printExpressions } from '@holdfast/wire';
import type { EntityModel } from '../entity/place-entity.js';
import { isExpired, timeToLiveOf } from './expiry.js';
import { checkedExpressions } from './limits.js';
import { projectionOf } from './projection.js';
import { decodeItem, describeKey } from './stored-item.js';
import type { Target } from './write.js';

/** A read of one item as a value, without types: what the typed operation, batches and transactions stand on. */
export interface GetRequest {
  readonly target: Target;
  readonly model: EntityModel;
  readonly key: AttributeMap;
  readonly consistent: boolean;
  /** The attributes to give, by their names in the program; all of them unless given. */
  readonly names: readonly string[] | undefined;
  /** Whether an item whose time to live has come counts as missing. */
  readonly excludesExpired: boolean;
}
export interface LabelledGet {
  readonly label: string;
  readonly get: GetRequest;
  readonly target: Target;
}

/** Names the read in messages: `get ACCOUNT (pk "ACCOUNT#alice", sk "BALANCE") from bank`. */
export function describeGet({ model, key, target }: GetRequest): string {
  return `get ${model.name} (${describeKey(key)}) from ${target.table}`;
}

/** What to fetch; `undefined` for everything. */
export function projectionOfGet({ model, key, names, excludesExpired }: GetRequest): Projection | undefined {
  return names && projectionOf(model, Object.keys(key), names, excludesExpired ? [timeToLiveOf(model)] : []);
}

/** Members of a request for one item. */
export function printedProjection(projection: Projection | undefined) {
  const printed = checkedExpressions(printExpressions({ projection }), () => 'select()');
  const { ProjectionExpression, ExpressionAttributeNames } = printed;
  return {
    ...(ProjectionExpression === undefined ? {} : { ProjectionExpression }),
    ...(ExpressionAttributeNames === undefined ? {} : { ExpressionAttributeNames }),
  };
}

/** What the caller gets for what was stored. @throws StoredItemError */
export function itemOfGet(get: GetRequest, stored: AttributeMap | undefined): object | undefined {
  const { model, names, excludesExpired, target } = get;
  if (stored === undefined) return undefined;
  const item = decodeItem(model, stored, names);
  return excludesExpired && isExpired(model, stored, target.backend.runtime) ? undefined : item;
}
