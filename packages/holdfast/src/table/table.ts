import type { Backend } from '@holdfast/wire';
import type { AnyEntity, QueryKey } from '../entity/entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import type { SendOptions } from '../kernel/deliver.js';
import { decodeItem, entityOf } from '../kernel/stored-item.js';
import type { Target } from '../kernel/write.js';
import { partitionIs } from '../operations/key-conditions.js';
import { QueryOperation } from '../operations/query-operation.js';
import type { Query, Row } from '../operations/reads.js';
import { type RetryContext, type RetryOptions, retryOnConflict } from '../retry/retry-on-conflict.js';
import { BoundEntityTable } from './bound-entity-table.js';
import { checkEntities } from './check-entities.js';
import { createTable } from './create-table.js';
import type { EntityTableOf } from './entity-table.js';

/**
 * A DynamoDB table and the entities in it. `Names` are their names, so that a foreign entity is refused with a list of
 * those that are there.
 */
export interface Table<Names extends string> {
  readonly name: string;
  readonly backend: Backend;
  /** The items of one entity. */
  of<E extends AnyEntity & { readonly name: Names }>(entity: E): EntityTableOf<E>;
  /**
   * Reads an item collection: the items of several entities that share a partition, in the order of the sort key.
   *
   * ```ts
   * for await (const row of shop.query(Order, OrderLine, { customer: 'c1' })) {
   *   if (row.entity === 'ORDER') console.log(row.item.total);
   * }
   * ```
   */
  query<
    F extends AnyEntity & { readonly name: Names },
    R extends readonly (AnyEntity & { readonly '~pk': F['~pk'] })[],
  >(...entitiesAndKey: readonly [F, ...R, PartitionKey<F>]): Query<Row<F | R[number]>>;
  /**
   * Creates the table with on-demand capacity unless it is there, and waits until it is active.
   *
   * @throws ValidationError where a table of this name has other key attributes
   */
  createTable(options?: SendOptions): Promise<void>;
  /** As `retryOnConflict` of an entity's items, for work on several. */
  retryOnConflict<R>(work: (context: RetryContext) => Promise<R>, options?: RetryOptions): Promise<R>;
}
type PartitionKey<E extends AnyEntity> = Pick<QueryKey<E>, keyof QueryKey<E>>;

export interface TableDefinition<N extends string> {
  readonly name: string;
  readonly backend: Backend;
  readonly entities: readonly (AnyEntity & { readonly name: N })[];
}

/**
 * Binds entities to a table and a backend. Sends nothing.
 *
 * @throws ValidationError where two entities have one name, could meet at one key, or differ in having a sort key
 */
export function table<const N extends string>(definition: TableDefinition<N>): Table<N> {
  return new BoundTable(definition) as unknown as Table<N>;
}

class BoundTable {
  readonly name: string;
  readonly backend: Backend;
  readonly #entities: ReadonlySet<AnyEntity>;
  readonly #target: Target;

  constructor({ name, backend, entities }: TableDefinition<string>) {
    checkEntities(name, entities);
    this.name = name;
    this.backend = backend;
    this.#entities = new Set(entities);
    this.#target = { table: name, backend };
  }

  of(entity: AnyEntity): BoundEntityTable {
    this.#known(entity);
    return new BoundEntityTable(this.#target, entity);
  }

  query(...entitiesAndKey: readonly unknown[]): QueryOperation {
    const entities = entitiesAndKey.slice(0, -1) as readonly AnyEntity[];
    const key = entitiesAndKey.at(-1);
    const [first] = entities;
    if (first === undefined || typeof key !== 'object' || key === null || Array.isArray(key)) {
      throw new ValidationError(`query of ${this.name}: give the entities, then the attributes of their partition key`);
    }
    const models = new Map<string | undefined, AnyEntity>();
    for (const entity of entities) {
      this.#known(entity);
      models.set(entity.name, entity);
      if (entity['~pk'] === first['~pk']) continue;
      throw new ValidationError(
        `${first.name} and ${entity.name} share no partition: "${first['~pk']}", "${entity['~pk']}"`,
      );
    }
    return new QueryOperation({
      plan: {
        target: this.#target,
        what: `query ${entities.map((entity) => entity.name).join(', ')}`,
        keyCondition: partitionIs(first['~model'], key),
        consistent: false,
        descending: false,
        pageSize: undefined,
      },
      rowOf: (stored) => {
        const entity = models.get(entityOf(stored));
        return entity === undefined ? undefined : { entity: entity.name, item: decodeItem(entity['~model'], stored) };
      },
      limit: undefined,
      sort: undefined,
    });
  }

  createTable(options?: SendOptions): Promise<void> {
    const [first] = this.#entities;
    return createTable(this.#target, first?.['~model'].sk !== undefined, options);
  }

  retryOnConflict<R>(work: (context: RetryContext) => Promise<R>, options?: RetryOptions): Promise<R> {
    return retryOnConflict(this.backend.runtime, (context) => work(context), options);
  }

  #known(entity: AnyEntity): void {
    if (this.#entities.has(entity)) return;
    const names = [...this.#entities].map((each) => each.name).join(', ');
    throw new ValidationError(`the table ${this.name} has no entity ${entity?.name}; it has ${names}`);
  }
}
