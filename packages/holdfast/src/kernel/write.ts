import type { AttributeMap, Backend, Condition, Update } from '@holdfast/wire';
import type { Layout } from '../entity/layout.js';
import type { EntityModel } from '../entity/place-entity.js';
import type { CursorSigner } from './cursor-signer.js';
import { describeKey } from './stored-item.js';

/** Where items are: a table, reached through a backend. */
export interface Target {
  readonly table: string;
  readonly backend: Backend;
  readonly layout: Layout;
  readonly cursors?: CursorSigner | undefined;
}

export type Verb = 'create' | 'put' | 'claim' | 'update' | 'upsert' | 'delete' | 'check';

/**
 * What a write does about the version.
 *
 * - `none`: the entity has none.
 * - `undecided`: it has one, and the write has not said yet; it cannot be sent.
 * - `ignored`: whatever the version is; it still grows.
 * - `expected`: exactly this one; 0 where the item was stored without a version; without a number, there must be no item.
 */
export type VersionRule =
  | { readonly kind: 'none' | 'undecided' | 'ignored' }
  | { readonly kind: 'expected'; readonly version: number | undefined };

export type Returning =
  | { readonly kind: 'nothing' | 'old' }
  /** All attributes, or those of these names in the program. */
  | { readonly kind: 'new'; readonly names?: readonly string[] };

/**
 * A write as a value, without types: what the typed operations, transactions and recipes stand on. Nothing in it is
 * ever changed.
 */
export interface Write {
  readonly verb: Verb;
  readonly model: EntityModel;
  readonly target: Target;
  /** `pk`, and `sk` where the table has one. */
  readonly key: AttributeMap;
  /** The stored attributes of a put, without the key, the version and the bookkeeping. For others, those of the key. */
  readonly attributes: AttributeMap;
  readonly update: Update;
  /** Conditions that the caller gave; all must hold. */
  readonly conditions: readonly Condition[];
  readonly existence: 'any' | 'exists' | 'not_exists';
  readonly version: VersionRule;
  /** Whether a refusal carries the stored item. */
  readonly returnStored: boolean;
  readonly returning: Returning;
}

export const emptyUpdate: Update = { set: [], remove: [], add: [], delete: [] };

export function isPut(verb: Verb): boolean {
  return verb === 'create' || verb === 'put' || verb === 'claim';
}

/** Names the write in messages: `put ACCOUNT (pk "ACCOUNT#alice", sk "BALANCE") in bank`. */
export function describeWrite({ verb, model, key, target }: Pick<Write, 'verb' | 'model' | 'key' | 'target'>): string {
  return `${verb} ${model.name} (${describeKey(key)}) in ${target.table}`;
}
