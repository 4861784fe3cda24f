import type { Attributes } from '../attributes/any-attribute.js';
import type { Mode } from '../attributes/attribute-facts.js';
import type {
  AddOf,
  CreateOf,
  DeleteFrom,
  InputOf,
  ItemOf,
  PathsOf,
  RemovableOf,
  SetOf,
  UpdatePathsOf,
} from '../attributes/views.js';
import {
  type Discriminator,
  type EntityShape,
  entityShape,
  type ModelDefinition,
  type Upgrade,
} from './entity-model.js';
import type { IndexDefinition } from './index-model.js';
import type { Ambiguous } from './key-template.js';
import type {
  CheckIndex,
  CheckTemplate,
  DefinitionError,
  KeyOf,
  Params,
  QueryKeyOf,
  SortKeyOf,
} from './template-types.js';

/** The indexes of an entity by name. */
export interface IndexDefinitions {
  readonly [name: string]: IndexDefinition;
}

export interface AnyEntity {
  readonly name: string;
  readonly attributes: Attributes;
  readonly '~model': EntityShape;
  readonly '~pk': string;
  readonly '~sk': string;
  readonly '~indexes': IndexDefinitions;
  readonly '~owner': string;
}

/** Of an entity that declares none. */
export type NoIndexes = Record<never, never>;

/** A kind of item: its name, its key, its attributes. Made by {@link entity}. */
export interface Entity<
  N extends string,
  A extends Attributes,
  PK extends string,
  SK extends string,
  O extends string = never,
  I extends IndexDefinitions = NoIndexes,
> {
  readonly name: N;
  readonly attributes: A;
  readonly '~model': EntityShape;
  readonly '~pk': PK;
  readonly '~sk': SK;
  readonly '~indexes': I;
  readonly '~owner': O;
}

// views, each computed when first asked for

/** An item of the entity as it is read. */
export type Infer<E extends { readonly attributes: Attributes }> = ItemOf<E['attributes']>;
/** An item of the entity as it is put: defaults and the version may be left out. */
export type Input<E extends { readonly attributes: Attributes }> = InputOf<E['attributes']>;
/** An item of the entity as it is created: without what the library writes. */
export type CreateInput<E extends { readonly attributes: Attributes }> = CreateOf<E['attributes']>;
/** The attributes that make the primary key. */
export type Key<E extends AnyEntity> = KeyOf<E['attributes'], KeyNames<E>>;
/** What a query needs: the partition key's attributes, and the sort key's as far as wanted. */
export type QueryKey<E extends AnyEntity> = QueryKeyOf<E['attributes'], E['~pk'], E['~sk']>;
export type SortKey<E extends AnyEntity> = SortKeyOf<E['attributes'], E['~pk'], E['~sk']>;
export type KeyNames<E extends AnyEntity> = Params<E['~pk']> | Params<E['~sk']>;
export type Paths<E extends AnyEntity> = PathsOf<E['attributes']>;
export type UpdatePaths<E extends AnyEntity> = Omit<UpdatePathsOf<E['attributes']>, KeyNames<E>>;
export type SetInput<E extends AnyEntity> = SetOf<E['attributes'], KeyNames<E>>;
export type AddInput<E extends AnyEntity> = AddOf<E['attributes'], KeyNames<E>>;
export type DeleteInput<E extends AnyEntity> = DeleteFrom<E['attributes']>;
export type Removable<E extends AnyEntity> = RemovableOf<E['attributes']>;
export type ModesOf<E extends AnyEntity> = E['attributes'][keyof E['attributes']]['~mode'] & Mode;

/**
 * Describes a kind of item.
 *
 * ```ts
 * const Account = entity('ACCOUNT', {
 *   key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
 *   attributes: { id: a.string(), balance: a.decimal(), revision: a.version() },
 * });
 * type Account = Infer<typeof Account>; // { id: string; balance: Decimal; revision: number }
 * ```
 *
 * The name is stored in every item, in `_entity`, and checked on every read.
 *
 * @throws ValidationError where the definition contradicts itself
 */
export function entity<
  const N extends string,
  A extends Attributes,
  const PK extends string,
  const SK extends string = '',
  const O extends string = never,
  const I extends IndexDefinitions = NoIndexes,
>(
  name: N,
  definition: {
    /** The table's key attributes as templates: attributes in braces; `{seq:12}` pads a number so that it sorts. */
    readonly key: { readonly pk: PK & CheckTemplate<PK, A>; readonly sk?: SK & CheckTemplate<SK, A> };
    readonly attributes: A;
    /**
     * The indexes that the items are in, by names of your own: `{ byStatus: { pk: 'STATUS#{status}', sk: '{placedAt}' } }`.
     * An index without `pk` is local. An item that lacks an attribute of an index's key is left out of that index.
     *
     * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/SecondaryIndexes.html
     */
    readonly indexes?: I & { readonly [K in keyof I]: CheckIndex<I[K], A> };
    /** The attribute that names who holds a claim; makes `claim()` available. */
    readonly owner?: O & (O extends keyof A ? unknown : DefinitionError<`${O} is no attribute of this entity`>);
    /**
     * Whether each write leaves an id of its own in the item, in `_write`, so that a lost answer can be told from a
     * conflict. On for versioned entities, off for others.
     */
    readonly writeId?: boolean;
    /**
     * What to do with a key value that holds one of the template's separators: `escape` it (the default), or `refuse`
     * it. `allow` is for existing tables whose keys were joined without either; different values can then make one key.
     */
    readonly ambiguous?: Ambiguous;
    /**
     * Folds the values in keys to one case, for existing tables whose keys were written so; values that differ in case only
     * then make one key. The attributes themselves stay as they are.
     */
    readonly foldCase?: 'lower' | 'upper';
    /**
     * How items are told from those of other entities: by the name that each is `required` (the default) to carry, so that reads
     * fail on an item without one at a key of this entity's form; by the name, or where an item has none (`optional`), by its
     * key; or by its key alone (`none`), and no name is written.
     */
    readonly discriminator?: Discriminator;
    /**
     * Makes a stored item of an older shape one of today's whenever one is read, so that a table need not be rewritten:
     * `({ fullName, ...item }) => (fullName === undefined ? item : { ...item, name: fullName })`. It gets the item as it is
     * stored, in DynamoDB's own form, and must leave today's shape alone. A put writes today's shape; an update changes only
     * what it names, and conditions see what is stored. A read that selects attributes fetches the whole item all the same;
     * an index cannot hold listed attributes only, since an older shape may keep them under other names.
     */
    readonly upgrade?: Upgrade;
  },
): Entity<N, A, PK, SK, O, I> {
  const types = {
    '~pk': definition.key.pk,
    '~sk': definition.key.sk ?? '',
    '~indexes': definition.indexes ?? {},
    '~owner': definition.owner,
  };
  const model = entityShape(name, definition as ModelDefinition);
  return { name, attributes: definition.attributes, '~model': model, ...types } as unknown as Entity<
    N,
    A,
    PK,
    SK,
    O,
    I
  >;
}
