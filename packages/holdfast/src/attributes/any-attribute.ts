import type { AttributeFacts, Mode } from './attribute-facts.js';

/** What an attribute can be used for: only strings, numbers and times make keys, only numbers and sets take `add`. */
export type Kind = 'string' | 'numeric' | 'time' | 'binary' | 'boolean' | 'set' | 'document' | 'version';

/** Any attribute definition. The members in tildes are types only, but for `~facts`. */
export interface AnyAttribute {
  readonly '~facts': AttributeFacts;
  readonly '~kind': Kind;
  readonly '~mode': Mode | 'optionalDerived';
  readonly '~value': unknown;
  readonly '~input': unknown;
  readonly '~set': unknown;
  readonly '~path': unknown;
  readonly '~update': unknown;
}
export interface Attributes {
  readonly [name: string]: AnyAttribute;
}
