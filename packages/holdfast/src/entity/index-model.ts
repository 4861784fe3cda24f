import type { Member, Members } from '../attributes/members.js';
import { ValidationError } from '../errors/usage-errors.js';
import { type KeyStyle, KeyTemplate } from './key-template.js';

/** Which attributes an index holds: all, the keys, or these beside the keys. */
export type Projection = 'all' | 'keys' | readonly string[];

/** An index in the definition of an entity. */
export interface IndexDefinition {
  /** The partition key; an index without one is local: it shares the table's. */
  readonly pk?: string;
  readonly sk?: string;
  /** What the index holds of an item: `all` (the default), its `keys`, or these attributes beside them. */
  readonly projection?: Projection;
}

/** An index of an entity at run time. */
export interface IndexShape {
  /** As the entity calls it. */
  readonly name: string;
  readonly kind: 'global' | 'local';
  /** Of a local index, the table's. */
  readonly pk: KeyTemplate;
  readonly sk: KeyTemplate | undefined;
  readonly projection: Projection;
  /** The attributes that make its key. */
  readonly keyMembers: readonly Member[];
}

/** @throws ValidationError where an index contradicts the entity */
export function indexShape(
  where: string,
  name: string,
  { pk, sk, projection = 'all' }: IndexDefinition,
  tablePk: KeyTemplate,
  style: KeyStyle,
  keyMember: (param: string) => Member,
  members: Members,
): IndexShape {
  if (pk === undefined && sk === undefined) {
    throw new ValidationError(`${where}: give it a pk, or, as a local index, an sk`);
  }
  const partition = pk === undefined ? tablePk : new KeyTemplate(pk, where, style);
  const sort = sk === undefined ? undefined : new KeyTemplate(sk, where, style);
  if (typeof projection !== 'string') {
    const unknown = projection.find((each) => !members.byName.has(each));
    if (unknown !== undefined) throw new ValidationError(`${where}: it projects ${unknown}, which is no attribute`);
  }
  return {
    name,
    kind: pk === undefined ? 'local' : 'global',
    pk: partition,
    sk: sort,
    projection,
    keyMembers: [...new Set([...partition.params, ...(sort?.params ?? [])])].map(keyMember),
  };
}
