import { needType } from '../attributes/mismatch.js';
import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { buildCondition } from '../expressions/build-condition.js';
import { decodeCursor, encodeCursor } from '../kernel/cursor.js';
import type { SendOptions } from '../kernel/deliver.js';
import { storedTimeToLive } from '../kernel/expiry.js';
import { namesIn } from '../kernel/names-in.js';
import { type Planned, type PlannedRequest, plan as planOf } from '../kernel/plan.js';
import { notHeld, projectionOf, selectedNames } from '../kernel/projection.js';
import type { ReadPlan } from '../kernel/read-page.js';
import { explained } from './explained.js';
import type { Explanation } from './explanation.js';
import { partitionIs, type SortBounds, SortRange } from './key-conditions.js';
import { firstRequest, pageOf, type RowPlan, rowsOf } from './query-rows.js';
import type { Page, PageOptions } from './reads.js';
import { refuseAwait } from './refuse-await.js';

export class QueryOperation implements Planned {
  readonly rows: RowPlan;

  constructor(rows: RowPlan) {
    this.rows = rows;
  }

  consistent(): QueryOperation {
    const { index, what } = this.rows.plan;
    if (index?.kind === 'global') {
      throw new ValidationError(
        `${what}: DynamoDB keeps a global secondary index eventually consistent; read the table by its key instead`,
      );
    }
    return this.#planned({ consistent: true });
  }
  descending(): QueryOperation {
    return this.#planned({ descending: true });
  }
  limit(items: number): QueryOperation {
    return new QueryOperation({ ...this.rows, limit: counted('limit', items) });
  }
  pageSize(items: number): QueryOperation {
    return this.#planned({ pageSize: counted('pageSize', items) });
  }
  filter(callback: (item: never) => unknown): QueryOperation {
    const { plan, sort } = this.rows;
    const model = this.#soleModel('filter');
    const condition = buildCondition(model, callback);
    const names = namesIn(condition);
    const missing = [...names].find((name) => plan.index?.stored?.has(name) === false);
    if (missing !== undefined) {
      throw notHeld(model.name, plan.index, model.members.byStoredName.get(missing)?.name ?? missing);
    }
    // a scan may be filtered by anything
    const key = sort?.by.keyParts.find(({ slot }) => names.has(slot.name))?.slot.name;
    if (key !== undefined) {
      throw new ValidationError(
        `${plan.what}: DynamoDB filters no query by its key attribute ${key}; bound it by between(), lt(), le(), gt() or ge()`,
      );
    }
    return this.#planned({ filters: [...plan.filters, condition] });
  }
  select(...names: readonly string[]): QueryOperation {
    const model = this.#soleModel('select');
    const { plan } = this.rows;
    const selected = selectedNames(model, names, plan.index);
    const projection = projectionOf(model, plan.keyNames, selected, [], plan.index);
    return new QueryOperation({ ...this.rows, plan: { ...plan, projection }, names: selected });
  }
  excludeExpired(): QueryOperation {
    const { models, plan } = this.rows;
    const timesToLive = new Set(models.flatMap((model) => storedTimeToLive(model) ?? []));
    for (const name of timesToLive) {
      if (plan.index?.stored?.has(name) === false) throw notHeld(models[0]?.name ?? '', plan.index, name);
    }
    if (timesToLive.size > 0) return this.#planned({ timesToLive: [...timesToLive] });
    throw new ValidationError(`${plan.what}: no a.timeToLive() is declared, so nothing expires`);
  }

  beginsWith(part: object): QueryOperation {
    return this.#bounded((range) => range.beginsWith(part));
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
    const { plan } = this.rows;
    needType('page()', 'object', options);
    const start = options.after === undefined ? undefined : await decodeCursor(plan, options.after);
    const { items, last } = await pageOf(this.rows, start, options);
    return { items, cursor: last === undefined ? undefined : await encodeCursor(plan, last) };
  }
  items(options?: SendOptions): AsyncIterable<unknown> {
    return { [Symbol.asyncIterator]: () => rowsOf(this.rows, options) };
  }
  async all(options?: SendOptions): Promise<unknown[]> {
    const found: unknown[] = [];
    for await (const row of rowsOf(this.rows, options)) found.push(row);
    return found;
  }
  async count(options?: SendOptions): Promise<number> {
    const { rows } = this;
    const [model] = rows.models;
    const projection = model && projectionOf(model, rows.plan.keyNames, [], [], rows.plan.index);
    let count = 0;
    for await (const _ of rowsOf({ ...rows, names: [], plan: { ...rows.plan, projection } }, options)) count += 1;
    return count;
  }
  async grouped(options?: SendOptions): Promise<object> {
    const groups = new Map<string, unknown[]>(this.rows.models.map((model) => [model.name, []]));
    for await (const row of rowsOf(this.rows, options)) {
      const { entity, item } = row as { readonly entity: string; readonly item: unknown };
      groups.get(entity)?.push(item);
    }
    return Object.fromEntries(groups);
  }
  [planOf](): readonly PlannedRequest[] {
    return [firstRequest(this.rows)];
  }
  explain(): Explanation {
    return explained(this[planOf]());
  }
  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return rowsOf(this.rows);
  }

  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(this.rows.plan.what, '.all(), .page() or for await', reject);
  }

  #soleModel(method: string): EntityModel {
    const { models, plan } = this.rows;
    const [model] = models;
    if (model !== undefined && models.length === 1) return model;
    throw new ValidationError(`${plan.what}: ${method}() is for reads of one entity`);
  }
  #planned(change: Partial<ReadPlan>): QueryOperation {
    return new QueryOperation({ ...this.rows, plan: { ...this.rows.plan, ...change } });
  }
  #bounded(bound: (range: SortRange) => SortBounds): QueryOperation {
    const { sort, plan } = this.rows;
    if (sort === undefined) throw new ValidationError(`${plan.what}: there is no sort key to bound`);
    if (sort.isBounded) {
      throw new ValidationError(`${plan.what}: DynamoDB takes one bound on the sort key; use between()`);
    }
    const { condition, excluded } = bound(new SortRange(sort.by, sort.key));
    return new QueryOperation({
      ...this.rows,
      plan: {
        ...plan,
        keyCondition: { kind: 'and', conditions: [partitionIs(sort.by, sort.key), condition] },
        excluded: excluded && { name: sort.by.keyParts[1]?.slot.name ?? '', value: excluded },
      },
      sort: { ...sort, isBounded: true },
    });
  }
}

function counted(method: string, items: number): number {
  if (Number.isInteger(items) && items >= 1) return items;
  throw new ValidationError(`${method}(${items}): a whole number from 1`);
}
