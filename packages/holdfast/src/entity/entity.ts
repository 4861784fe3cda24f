import type { Attributes } from '../attributes/any-attribute.js';
import type { Mode } from '../attributes/attribute-facts.js';
import type {
  AddOf,
  DeleteFrom,
  InputOf,
  ItemOf,
  PathsOf,
  RemovableOf,
  SetOf,
  UpdatePathsOf,
} from '../attributes/views.js';
import { type EntityModel, entityModel } from './entity-model.js';
import type { Ambiguous } from './key-template.js';
import type { CheckTemplate, DefinitionError, KeyOf, Params, QueryKeyOf, SortKeyOf } from './template-types.js';

export interface AnyEntity {
  readonly name: string;
  readonly attributes: Attributes;
  readonly '~model': EntityModel;
  readonly '~pk': string;
  readonly '~sk': string;
  readonly '~owner': string;
}

/** A kind of item: its name, its key, its attributes. Made by {@link entity}. */
export interface Entity<
  N extends string,
  A extends Attributes,
  PK extends string,
  SK extends string,
  O extends string = never,
> {
  readonly name: N;
  readonly attributes: A;
  readonly '~model': EntityModel;
  readonly '~pk': PK;
  readonly '~sk': SK;
  readonly '~owner': O;
}

// views, each computed when first asked for

/** An item of the entity as it is read. */
export type Infer<E extends { readonly attributes: Attributes }> = ItemOf<E['attributes']>;
/** An item of the entity as it is put: defaults and the version may be left out. */
export type Input<E extends { readonly attributes: Attributes }> = InputOf<E['attributes']>;
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
>(
  name: N,
  definition: {
    /** The table's key attributes as templates: attributes in braces; `{seq:12}` pads a number so that it sorts. */
    readonly key: { readonly pk: PK & CheckTemplate<PK, A>; readonly sk?: SK & CheckTemplate<SK, A> };
    readonly attributes: A;
    /** The attribute that names who holds a claim; makes `claim()` available. */
    readonly owner?: O & (O extends keyof A ? unknown : DefinitionError<`${O} is no attribute of this entity`>);
    /**
     * Whether each write leaves an id of its own in the item, in `_write`, so that a lost answer can be told from a
     * conflict. On for versioned entities, off for others.
     */
    readonly writeId?: boolean;
    /**
     * What to do with a key value that holds one of the template's separators: `escape` it (the default), or `refuse`
     * it.
     */
    readonly ambiguous?: Ambiguous;
  },
): Entity<N, A, PK, SK, O> {
  const types = { '~pk': definition.key.pk, '~sk': definition.key.sk ?? '', '~owner': definition.owner };
  const model = entityModel(name, definition);
  return { name, attributes: definition.attributes, '~model': model, ...types } as Entity<N, A, PK, SK, O>;
}
