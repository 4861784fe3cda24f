import { type AttributeMap, type AttributeValue, equalValues } from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';
import { decodeCursor, encodeCursor } from '../kernel/cursor.js';
import type { SendOptions } from '../kernel/deliver.js';
import { type ReadPlan, readPage } from '../kernel/read.js';
import { type KeyOfQuery, partitionIs, type SortBounds, SortRange } from './key-conditions.js';
import type { Page, PageOptions } from './reads.js';
import { refuseAwait } from './refuse-await.js';

/** What becomes of a stored item: the caller's row, or nothing where it is of an entity that was not asked for. */
export type RowOf = (stored: AttributeMap) => unknown;

interface Settings {
  readonly plan: ReadPlan;
  readonly rowOf: RowOf;
  readonly limit: number | undefined;
  /** For bounds on the sort key; a query of several entities and a scan have none. */
  readonly sort: { readonly by: KeyOfQuery; readonly key: object; readonly isBounded: boolean } | undefined;
}

export class QueryOperation {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  consistent(): QueryOperation {
    return this.#planned({ consistent: true });
  }
  descending(): QueryOperation {
    return this.#planned({ descending: true });
  }
  limit(items: number): QueryOperation {
    return new QueryOperation({ ...this.#settings, limit: counted('limit', items) });
  }
  pageSize(items: number): QueryOperation {
    return this.#planned({ pageSize: counted('pageSize', items) });
  }

  between(low: object, high: object): QueryOperation {
    return this.#bounded((range) => range.between(low, high));
  }
  lt(bound: object): QueryOperation {
    return this.#bounded((range) => range.lt(bound));
  }
  le(bound: object): QueryOperation {
    return this.#bounded((range) => range.le(bound));
  }
  gt(bound: object): QueryOperation {
    return this.#bounded((range) => range.gt(bound));
  }
  ge(bound: object): QueryOperation {
    return this.#bounded((range) => range.ge(bound));
  }

  async page(options: PageOptions = {}): Promise<Page<unknown>> {
    const { plan, limit } = this.#settings;
    const start = options.after === undefined ? undefined : decodeCursor(options.after);
    const size = limit === undefined ? plan.pageSize : Math.min(limit, plan.pageSize ?? limit);
    const { items, last } = await readPage(plan, start, size, options);
    return { items: this.#rows(items), cursor: last === undefined ? undefined : encodeCursor(last) };
  }
  async all(options?: SendOptions): Promise<unknown[]> {
    const rows: unknown[] = [];
    for await (const row of this.#iterate(options)) rows.push(row);
    return rows;
  }
  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return this.#iterate();
  }

  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(this.#settings.plan.what, '.all(), .page() or for await', reject);
  }

  async *#iterate(options?: SendOptions): AsyncGenerator<unknown> {
    const { plan, limit = Number.POSITIVE_INFINITY } = this.#settings;
    let given = 0;
    let start: AttributeMap | undefined;
    do {
      const { items, last } = await readPage(plan, start, plan.pageSize, options);
      for (const row of this.#rows(items)) {
        if (given >= limit) return;
        given += 1;
        yield row;
      }
      start = last;
    } while (start !== undefined && given < limit);
  }
  #rows(items: readonly AttributeMap[]): unknown[] {
    return items.map(this.#settings.rowOf).filter((row) => row !== undefined);
  }
  #planned(change: Partial<ReadPlan>): QueryOperation {
    return new QueryOperation({ ...this.#settings, plan: { ...this.#settings.plan, ...change } });
  }
  #bounded(bound: (range: SortRange) => SortBounds): QueryOperation {
    const { sort, plan, rowOf } = this.#settings;
    if (sort === undefined) throw new ValidationError(`${plan.what}: there is no sort key to bound`);
    if (sort.isBounded) {
      throw new ValidationError(`${plan.what}: DynamoDB takes one bound on the sort key; use between()`);
    }
    const { condition, excluded } = bound(new SortRange(sort.by, sort.key));
    return new QueryOperation({
      ...this.#settings,
      plan: { ...plan, keyCondition: { kind: 'and', conditions: [partitionIs(sort.by, sort.key), condition] } },
      rowOf: (stored) => (excluded !== undefined && isSortKey(sort.by, stored, excluded) ? undefined : rowOf(stored)),
      sort: { ...sort, isBounded: true },
    });
  }
}

function isSortKey({ keyParts }: KeyOfQuery, stored: AttributeMap, excluded: AttributeValue): boolean {
  const value = stored[keyParts[1]?.slot.name ?? ''];
  return value !== undefined && equalValues(value, excluded);
}
function counted(method: string, items: number): number {
  if (Number.isInteger(items) && items >= 1) return items;
  throw new ValidationError(`${method}(${items}): a whole number from 1`);
}
