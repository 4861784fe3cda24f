import type { AttributeValue } from '@holdfast/wire';
import type { StandardSchemaV1 } from '@standard-schema/spec';

/** `derived`: the library writes it, as it does a version. */
export type Mode = 'required' | 'optional' | 'default' | 'version' | 'derived';

/** How the library comes by the value of an attribute that callers do not write. */
export type Derivation =
  | { readonly kind: 'createdAt' | 'updatedAt' }
  | {
      readonly kind: 'computed';
      /** The attributes that it is computed from, by name. */
      readonly sources: Readonly<Record<string, AttributeFacts>>;
      by(values: Readonly<Record<string, unknown>>): unknown;
    };

/** Turns values of one attribute type into what is stored, and back. */
export interface Codec {
  /**
   * @param where names the attribute in errors, such as `ACCOUNT.balance`
   * @returns `undefined` where the value is stored as absence (an empty set)
   * @throws ValidationError
   */
  encode(value: unknown, where: string): AttributeValue | undefined;
  /** @throws StoredItemError */
  decode(value: AttributeValue, where: string): unknown;
  /** What stands for an attribute that is not stored, where the type has such a value (an empty set). */
  readonly absent?: () => unknown;
}

/** All that is known of an attribute at run time. */
export interface AttributeFacts {
  /** The name of the builder that made it, such as `string`. */
  readonly type: string;
  readonly mode: Mode;
  readonly codec: Codec;
  readonly storedAs?: string | undefined;
  /** A value, or a function that makes one. */
  readonly default?: unknown;
  readonly schema?: StandardSchemaV1 | undefined;
  readonly derivation?: Derivation | undefined;
  /** Of lists, records and sets. */
  readonly element?: AttributeFacts | undefined;
  /** Of maps. */
  readonly members?: Readonly<Record<string, AttributeFacts>> | undefined;
  /** Of unions, by the value of the discriminator, which is one of the members of each. */
  readonly variants?: Readonly<Record<string, Shape>> | undefined;
}

/** What the stored form of values is told by. */
export type Shape = Pick<AttributeFacts, 'type' | 'element' | 'members' | 'variants'>;
