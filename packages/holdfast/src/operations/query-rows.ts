import type { AttributeMap } from '@holdfast/wire';
import type { EntityModel } from '../entity/place-entity.js';
import type { SendOptions } from '../kernel/deliver.js';
import { pageRequest, type ReadPage, type ReadPlan, readPage } from '../kernel/read-page.js';
import { checkEnd } from '../kernel/send-options.js';
import { keyOf } from '../kernel/stored-item.js';
import type { KeyOfQuery } from './key-conditions.js';

/**
 * What becomes of a stored item: the caller's row, or nothing where it was not asked for.
 *
 * @param names the attributes to give; all of them unless given
 */
export type RowOf = (stored: AttributeMap, names: readonly string[] | undefined) => unknown;

/** Rows to read, as a value. */
export interface RowPlan {
  readonly plan: ReadPlan;
  /** The entities that are asked for. */
  readonly models: readonly EntityModel[];
  readonly rowOf: RowOf;
  readonly names: readonly string[] | undefined;
  /** The most rows to give. */
  readonly limit: number | undefined;
  /** For bounds on the sort key; a query of several entities and a scan have none. */
  readonly sort: { readonly by: KeyOfQuery; readonly key: object; readonly isBounded: boolean } | undefined;
}

/** One more request would look at no more than this; the service ends it at 1 MB anyway. */
const mostLooks = 1_000_000;

/**
 * The answers of one request after the other. With a limit, the first one looks at as many items, since all of them may be
 * wanted; where they are not, each later one looks at twice as many as the one before.
 */
async function* answers({ plan, limit }: RowPlan, start: AttributeMap | undefined, options: SendOptions | undefined) {
  let from = start;
  let looks = limit;
  do {
    const size = Math.min(plan.pageSize ?? mostLooks, looks ?? mostLooks);
    const page = await readPage(plan, from, size === mostLooks ? undefined : size, options);
    yield page;
    from = page.last;
    looks = looks === undefined ? undefined : Math.min(looks * 2, mostLooks);
  } while (from !== undefined);
}

/** The request that the first rows come from. */
export function firstRequest({ plan, limit }: RowPlan) {
  const size = Math.min(plan.pageSize ?? mostLooks, limit ?? mostLooks);
  return pageRequest(plan, undefined, size === mostLooks ? undefined : size);
}

/** Every row, up to the limit. */
export async function* rowsOf(rows: RowPlan, options: SendOptions = {}): AsyncGenerator<unknown> {
  const { limit = Number.POSITIVE_INFINITY, plan } = rows;
  let given = 0;
  for await (const { items } of answers(rows, undefined, options)) {
    for (const stored of items) {
      const row = rows.rowOf(stored, rows.names);
      if (row === undefined) continue;
      checkEnd(plan.target.backend.runtime, plan, options);
      yield row;
      given += 1;
      if (given >= limit) return;
    }
  }
}

export interface RowPage {
  readonly items: readonly unknown[];
  /** The key behind which the next page starts. */
  readonly last: AttributeMap | undefined;
}

/** The rows of one request, or as many as the limit says from as many requests as that takes. */
export async function pageOf(
  rows: RowPlan,
  start: AttributeMap | undefined,
  options: SendOptions | undefined,
): Promise<RowPage> {
  const { plan, limit, rowOf, names } = rows;
  if (limit === undefined) {
    const { items, last } = await readPage(plan, start, plan.pageSize, options);
    return { items: rowsIn(rows, items), last };
  }
  const found: unknown[] = [];
  for await (const { items, last } of answers(rows, start, options)) {
    for (const [index, stored] of items.entries()) {
      const row = rowOf(stored, names);
      if (row === undefined) continue;
      found.push(row);
      if (found.length < limit) continue;
      return { items: found, last: index + 1 === items.length ? last : keyOf(stored, plan.keyNames) };
    }
  }
  return { items: found, last: undefined };
}

export function rowsIn({ rowOf, names }: RowPlan, items: ReadPage['items']): unknown[] {
  return items.map((stored) => rowOf(stored, names)).filter((row) => row !== undefined);
}
