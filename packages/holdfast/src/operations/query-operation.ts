import type { AttributeMap, ComparisonOperator, Condition, Path, ValueOperand } from '@holdfast/wire';
import { type EntityModel, keyAttributes } from '../entity/entity-model.js';
import { ValidationError } from '../errors/usage-errors.js';
import { decodeCursor, encodeCursor } from '../kernel/cursor.js';
import type { SendOptions } from '../kernel/deliver.js';
import { type ReadPlan, readPage } from '../kernel/read.js';
import { encodeKeyValues } from '../kernel/stored-item.js';
import type { Page, PageOptions } from './reads.js';

/** What becomes of a stored item: the caller's row, or nothing where it is of an entity that was not asked for. */
export type RowOf = (stored: AttributeMap) => unknown;

interface Settings {
  readonly plan: ReadPlan;
  readonly rowOf: RowOf;
  readonly limit: number | undefined;
  /** For bounds on the sort key; a query of several entities and a scan have none. */
  readonly sort: { readonly model: EntityModel; readonly key: object; readonly isBounded: boolean } | undefined;
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
    return this.#bounded((sk, bound) => ({ kind: 'between', operand: sk, low: bound(low), high: bound(high) }));
  }
  lt(bound: object): QueryOperation {
    return this.#compared('<', bound);
  }
  le(bound: object): QueryOperation {
    return this.#compared('<=', bound);
  }
  gt(bound: object): QueryOperation {
    return this.#compared('>', bound);
  }
  ge(bound: object): QueryOperation {
    return this.#compared('>=', bound);
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
  #compared(operator: ComparisonOperator, key: object): QueryOperation {
    return this.#bounded((sk, bound) => ({ kind: 'comparison', operator, left: sk, right: bound(key) }));
  }
  #bounded(make: (sk: Path, bound: (key: object) => ValueOperand) => Condition): QueryOperation {
    const { sort, plan } = this.#settings;
    const keyCondition = plan.keyCondition;
    if (sort?.model.sk === undefined || keyCondition === undefined) {
      throw new ValidationError(`${plan.what}: there is no sort key to bound`);
    }
    if (sort.isBounded)
      throw new ValidationError(`${plan.what}: DynamoDB takes one bound on the sort key; use between()`);
    const { model, key } = sort;
    const bound = (part: object) => textOperand(sortPrefix(model, { ...key, ...part }).text);
    const conditions = [partitionIs(model, key), make(pathOf(keyAttributes.sk), bound)];
    return new QueryOperation({
      ...this.#settings,
      plan: { ...plan, keyCondition: { kind: 'and', conditions } },
      sort: { ...sort, isBounded: true },
    });
  }
}

/** The condition of a query: the partition key, and the sort key as far as it is given. @throws ValidationError */
export function keyConditionOf(model: EntityModel, key: object): Condition {
  const partition = partitionIs(model, key);
  if (model.sk === undefined) return partition;
  const { text, complete } = sortPrefix(model, key);
  if (text === '') return partition;
  const sk = pathOf(keyAttributes.sk);
  const sort: Condition = complete
    ? { kind: 'comparison', operator: '=', left: sk, right: textOperand(text) }
    : { kind: 'begins_with', operand: sk, argument: textOperand(text) };
  return { kind: 'and', conditions: [partition, sort] };
}

export function partitionIs(model: EntityModel, key: object): Condition {
  const values = encodeKeyValues(model, key);
  const text = model.pk.format((name) => values.get(name));
  return { kind: 'comparison', operator: '=', left: pathOf(keyAttributes.pk), right: textOperand(text) };
}

function sortPrefix(model: EntityModel, key: object) {
  const values = encodeKeyValues(model, key);
  const prefix = model.sk?.prefix((name) => values.get(name)) ?? { text: '', complete: true };
  if (!prefix.complete) {
    // attributes behind the first missing one would be passed over without a word
    const params = model.sk?.params ?? [];
    const firstMissing = params.findIndex((param) => !values.has(param));
    const stranded = params.slice(firstMissing).find((param) => values.has(param));
    if (stranded !== undefined) {
      throw new ValidationError(
        `${model.name}: the sort key "${model.sk?.text}" needs ${params[firstMissing]} before ${stranded}`,
      );
    }
  }
  return prefix;
}

function pathOf(name: string): Path {
  return { kind: 'path', elements: [name] };
}
function textOperand(text: string): ValueOperand {
  return { kind: 'value', value: { S: text } };
}
function counted(method: string, items: number): number {
  if (Number.isInteger(items) && items >= 1) return items;
  throw new ValidationError(`${method}(${items}): a whole number from 1`);
}
