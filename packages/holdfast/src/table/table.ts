import type { Backend, StreamViewType } from '@holdfast/wire';
import { needType } from '../attributes/mismatch.js';
import type { AnyEntity, QueryKey } from '../entity/entity.js';
import { type LayoutNames, layoutOf } from '../entity/layout.js';
import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import type { CursorSigner } from '../kernel/cursor-signer.js';
import type { SendOptions } from '../kernel/deliver.js';
import { plainly } from '../kernel/read-page.js';
import { decodeItem, isAskedFor, keyNamesOf } from '../kernel/stored-item.js';
import type { WireItem } from '../kernel/stream-image.js';
import type { Target } from '../kernel/write.js';
import { collectionKey } from '../operations/collection-key.js';
import { QueryOperation } from '../operations/query-operation.js';
import type { CollectionQuery, Row } from '../operations/reads.js';
import { type RetryContext, type RetryOptions, retryOnConflict } from '../retry/retry-on-conflict.js';
import { BoundEntityTable } from './bound-entity-table.js';
import { checkEntities } from './check-entities.js';
import { checkSchema } from './check-schema.js';
import { createTable } from './create-table.js';
import type { EntityTableOf } from './entity-table.js';
import { type TableSchema, tableSchema } from './table-schema.js';

/**
 * A DynamoDB table and the entities in it. `Names` are their names, so that a foreign entity is refused with a list of
 * those that are there.
 */
export interface Table<Names extends string> extends AnyTable {
  /** The items of one entity. */
  of<E extends AnyEntity & { readonly name: Names }>(entity: E): EntityTableOf<E>;
  /**
   * Reads an item collection: the items of several entities that share a partition, in the order of the sort key. The first attributes
   * of the sort key may be given too, where all of the entities have them: `{ customer: 'c1', order: 7 }` is one order with its
   * lines.
   *
   * ```ts
   * for await (const row of shop.query(Order, OrderLine, { customer: 'c1' })) {
   *   if (row.entity === 'ORDER') console.log(row.item.total);
   * }
   * const { ORDER, LINE } = await shop.query(Order, OrderLine, { customer: 'c1' }).grouped();
   * ```
   */
  query<
    F extends AnyEntity & { readonly name: Names },
    R extends readonly (AnyEntity & { readonly '~pk': F['~pk'] })[],
  >(...entitiesAndKey: readonly [F, ...R, QueryKey<F>]): CollectionQuery<F | R[number]>;
  /**
   * The item of an image, as the entity's table decodes it, of whichever of these entities it is; `undefined` where it is of
   * none of them.
   *
   * ```ts
   * const row = shop.decode(Order, OrderLine, record.dynamodb.NewImage);
   * if (row?.entity === 'ORDER') console.log(row.item.total);
   * ```
   */
  decode<R extends readonly (AnyEntity & { readonly name: Names })[]>(
    ...entitiesAndImage: readonly [...R, WireItem | undefined]
  ): Row<R[number]> | undefined;
  /**
   * Creates the table, on demand, with the indexes of its entities, its stream and its time to live, and waits until all of it
   * is active. Where the table is there already, what it lacks of these is added; what it has beyond them stays.
   * To a table of provisioned capacity, an index is added with the table's own. Adding an index to a large table takes long:
   * give a `deadline`. A backend without time to live does without it.
   *
   * @throws ValidationError where the table has another key, index, stream or time to live that cannot be changed
   * @throws AccessDeniedError where the table is in a state that does not pass by itself, such as `ARCHIVED`
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
   */
  createTable(options?: SendOptions): Promise<void>;
  /** As `retryOnConflict` of an entity's items, for work on several. */
  retryOnConflict<R>(work: (context: RetryContext) => Promise<R>, options?: RetryOptions): Promise<R>;
}

export interface TableDefinition<N extends string> extends LayoutNames {
  readonly name: string;
  readonly backend: Backend;
  readonly entities: readonly (AnyEntity & { readonly name: N })[];
  /** Signs the cursors of pages, so that a client cannot make its own: `signedCursors(secret)`. */
  readonly cursors?: CursorSigner | undefined;
  /** What the records of the table's stream hold, if it has one that `createTable()` is to make. */
  readonly stream?: StreamViewType | undefined;
}

/** A table of any entities, as `holdfast/infra` takes it. */
export interface AnyTable {
  readonly name: string;
  readonly backend: Backend;
  readonly '~schema': TableSchema;
  readonly '~models': readonly EntityModel[];
}

/**
 * Binds entities to a table and a backend. Sends nothing.
 *
 * @throws ValidationError where two entities have one name, could meet at one key, differ in having a sort key or about an
 * index, or store an attribute where the table keeps its own; and where DynamoDB makes no such table: a name that it does not
 * take, too many local indexes or projected attributes
 */
export function table<const N extends string>(definition: TableDefinition<N>): Table<N> {
  return new BoundTable(definition) as unknown as Table<N>;
}

class BoundTable {
  readonly name: string;
  readonly backend: Backend;
  readonly #entities: ReadonlyMap<AnyEntity, EntityModel>;
  readonly #target: Target;
  readonly '~schema': TableSchema;
  readonly '~models': readonly EntityModel[];

  constructor(definition: TableDefinition<string>) {
    const { name, backend, entities, cursors, stream } = definition;
    const layout = layoutOf(definition);
    this.name = name;
    this.backend = backend;
    this.#entities = checkEntities(name, entities, layout);
    this.#target = { table: name, backend, layout, cursors };
    this['~models'] = [...this.#entities.values()];
    this['~schema'] = tableSchema(name, this['~models'], stream);
    checkSchema(name, this['~schema']);
  }

  of(entity: AnyEntity): BoundEntityTable {
    return new BoundEntityTable(this.#target, entity, this.#known(entity));
  }

  query(...entitiesAndKey: readonly unknown[]): QueryOperation {
    const entities = entitiesAndKey.slice(0, -1) as readonly AnyEntity[];
    const key = entitiesAndKey.at(-1);
    const [first] = entities;
    if (first === undefined || typeof key !== 'object' || key === null || Array.isArray(key)) {
      throw new ValidationError(`query of ${this.name}: give the entities, then the attributes of their partition key`);
    }
    const models: [EntityModel, ...EntityModel[]] = [this.#known(first)];
    for (const entity of entities) {
      if (entity !== first) models.push(this.#known(entity));
      if (entity['~pk'] === first['~pk']) continue;
      throw new ValidationError(
        `${first.name} and ${entity.name} share no partition: "${first['~pk']}", "${entity['~pk']}"; a collection takes entities whose partition keys are written alike, with attributes of one name, which as() can store under several`,
      );
    }
    const collection = collectionKey(models, key);
    return new QueryOperation({
      plan: {
        ...plainly,
        target: this.#target,
        what: `query ${entities.map((entity) => entity.name).join(', ')}`,
        keyCondition: collection.condition,
        keyNames: keyNamesOf(models[0]),
      },
      models,
      rowOf: (stored, names) => {
        const model = models.find((each) => isAskedFor(each, stored));
        return model === undefined || !collection.has(model, stored)
          ? undefined
          : { entity: model.name, item: decodeItem(model, stored, names) };
      },
      names: undefined,
      limit: undefined,
      sort: undefined,
    });
  }

  decode(...entitiesAndImage: readonly unknown[]): object | undefined {
    const image = entitiesAndImage.at(-1) as WireItem | undefined;
    for (const entity of entitiesAndImage.slice(0, -1) as readonly AnyEntity[]) {
      const item = this.of(entity).decode(image);
      if (item !== undefined) return { entity: entity.name, item };
    }
    return undefined;
  }

  createTable(options?: SendOptions): Promise<void> {
    return createTable(this.#target, this['~schema'], options);
  }

  async retryOnConflict<R>(work: (context: RetryContext) => Promise<R>, options?: RetryOptions): Promise<R> {
    needType('what retryOnConflict runs', 'function', work);
    return retryOnConflict(this.backend.runtime, (context) => work(context), options);
  }

  #known(entity: AnyEntity): EntityModel {
    const model = this.#entities.get(entity);
    if (model !== undefined) return model;
    const names = [...this.#entities.keys()].map((each) => each.name);
    throw new ValidationError(
      names.includes(entity?.name)
        ? `the table ${this.name} was made with another definition of ${entity.name}; give it the same`
        : `the table ${this.name} has no entity ${entity?.name}; it has ${names.join(', ')}`,
    );
  }
}
