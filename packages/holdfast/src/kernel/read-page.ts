import {
  type AttributeMap,
  type AttributeValue,
  type Condition,
  equalValues,
  type Projection,
  printExpressions,
} from '@holdfast/wire';
import type { SendOptions } from './deliver.js';
import { isAlive } from './expiry.js';
import type { IndexReach } from './index-reach.js';
import { checkedExpressions } from './limits.js';
import { read } from './read.js';
import type { Target } from './write.js';

/** A query, or a scan where there is no key condition. */
export interface ReadPlan {
  readonly target: Target;
  readonly what: string;
  /** The index that is read; the table itself unless given. */
  readonly index: IndexReach | undefined;
  readonly keyCondition: Condition | undefined;
  /** A value of a key attribute that the condition lets in and the caller does not want: BETWEEN includes its ends. */
  readonly excluded: { readonly name: string; readonly value: AttributeValue } | undefined;
  /** The names of the key attributes that are queried by, and of all those that tell where a page ends. */
  readonly keyNames: readonly string[];
  readonly consistent: boolean;
  readonly descending: boolean;
  /** The most items to look at in one request. */
  readonly pageSize: number | undefined;
  /** All must hold. */
  readonly filters: readonly Condition[];
  /** Times to live, by stored name, that must not have come. */
  readonly timesToLive: readonly string[];
  /** What to fetch; everything unless given. */
  readonly projection: Projection | undefined;
  /** The part of the table that a parallel scan reads. */
  readonly segment: { readonly index: number; readonly of: number } | undefined;
}
/** What a plan is without being asked for more. */
export const plainly = {
  index: undefined,
  excluded: undefined,
  consistent: false,
  descending: false,
  pageSize: undefined,
  filters: [],
  timesToLive: [],
  projection: undefined,
  segment: undefined,
} as const;

export interface ReadPage {
  readonly items: readonly AttributeMap[];
  readonly last: AttributeMap | undefined;
}

/** The request of one page. @param pageSize the most items to look at */
export function pageRequest(plan: ReadPlan, start: AttributeMap | undefined, pageSize: number | undefined) {
  const { target, keyCondition, segment } = plan;
  const printed = printExpressions({ keyCondition, filter: filterOf(plan), projection: plan.projection });
  const { KeyConditionExpression = '', ...expressions } = checkedExpressions(printed, () => plan.what);
  const common = {
    TableName: target.table,
    ...(plan.index === undefined ? {} : { IndexName: plan.index.name }),
    ConsistentRead: plan.consistent,
    ...expressions,
    ...(pageSize === undefined ? {} : { Limit: pageSize }),
    ...(start === undefined ? {} : { ExclusiveStartKey: start }),
  };
  if (keyCondition === undefined) {
    const part = segment && { Segment: segment.index, TotalSegments: segment.of };
    return { operation: 'Scan', input: { ...common, ...part } } as const;
  }
  const input = { ...common, KeyConditionExpression, ScanIndexForward: !plan.descending };
  return { operation: 'Query', input } as const;
}

/** @param pageSize the most items to look at */
export async function readPage(
  plan: ReadPlan,
  start: AttributeMap | undefined,
  pageSize: number | undefined,
  options?: SendOptions,
): Promise<ReadPage> {
  const { operation, input } = pageRequest(plan, start, pageSize);
  const output = await read<'Query' | 'Scan'>(plan.target, plan.what, operation, input, options);
  return { items: (output.Items ?? []).filter((item) => !isExcluded(plan, item)), last: output.LastEvaluatedKey };
}

function isExcluded({ excluded }: ReadPlan, item: AttributeMap): boolean {
  const value = excluded && item[excluded.name];
  return excluded !== undefined && value !== undefined && equalValues(value, excluded.value);
}

function filterOf({ filters, timesToLive, target }: ReadPlan): Condition | undefined {
  const all = [...filters, ...timesToLive.map((name) => isAlive(name, target.backend.runtime))];
  return all.length === 0 ? undefined : { kind: 'and', conditions: all };
}
