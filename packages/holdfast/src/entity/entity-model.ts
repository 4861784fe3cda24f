import type { AttributeMap } from '@holdfast/wire';
import type { Attributes } from '../attributes/any-attribute.js';
import { type Member, type Members, membersOf } from '../attributes/members.js';
import { ValidationError } from '../errors/usage-errors.js';
import { type IndexDefinition, type IndexShape, indexShape } from './index-model.js';
import { type Ambiguous, KeyTemplate } from './key-template.js';

/**
 * How items of the entity are told from others.
 *
 * - `required`, unless said otherwise: by the name that every item must carry. Where an item carries none and has a key of the
 *   entity's form, reads fail, as it is most likely one that was written without the library.
 * - `optional`: by the name or, where an item has none, by its key. Puts and upserts write the name.
 * - `none`: by the key alone, and no name is written.
 */
export type Discriminator = 'required' | 'optional' | 'none';

/** Makes a stored item of an older shape one of today's, in DynamoDB's own form and under the stored names. */
export type Upgrade = (stored: AttributeMap) => AttributeMap;

/** What is asked of the model when it is made; the public types are stricter. */
export interface ModelDefinition {
  readonly key: { readonly pk: string; readonly sk?: string };
  readonly attributes: Attributes;
  readonly indexes?: Readonly<Record<string, IndexDefinition>> | undefined;
  readonly owner?: string | undefined;
  readonly writeId?: boolean | undefined;
  readonly ambiguous?: Ambiguous | undefined;
  readonly foldCase?: 'lower' | 'upper' | undefined;
  readonly discriminator?: Discriminator | undefined;
  readonly upgrade?: Upgrade | undefined;
}

/** An entity at run time, wherever it is stored. */
export interface EntityShape {
  readonly name: string;
  readonly members: Members;
  readonly pk: KeyTemplate;
  readonly sk: KeyTemplate | undefined;
  readonly keyMembers: readonly Member[];
  readonly indexes: readonly IndexShape[];
  readonly version: Member | undefined;
  readonly owner: Member | undefined;
  /** Whether each write leaves its id in the item. */
  readonly writeId: boolean;
  readonly discriminator: Discriminator;
  readonly upgrade: Upgrade | undefined;
}

/** @throws ValidationError where the definition contradicts itself */
export function entityShape(name: string, definition: ModelDefinition): EntityShape {
  if (name === '') throw new ValidationError('an entity needs a name: it is stored in every item');
  const { key, attributes, owner, indexes = {} } = definition;
  const facts = Object.fromEntries(Object.entries(attributes).map(([each, attribute]) => [each, attribute['~facts']]));
  const members = membersOf(facts, name);
  const style = { ambiguous: definition.ambiguous ?? 'escape', foldCase: definition.foldCase } as const;
  const pk = new KeyTemplate(key.pk, name, style);
  const sk = key.sk === undefined ? undefined : new KeyTemplate(key.sk, name, style);
  const params = new Set([...pk.params, ...(sk?.params ?? [])]);
  const versions = members.list.filter((member) => member.facts.mode === 'version');
  if (versions.length > 1) {
    throw new ValidationError(
      `${name} has ${versions.length} versions: ${versions.map((each) => each.name).join(', ')}`,
    );
  }
  for (const member of members.list) checkSources(name, members, member);
  if (owner !== undefined && versions.length > 0) {
    throw new ValidationError(
      `${name} has an owner and a version; a claim is held or free, and has no history to lock`,
    );
  }
  const placed = Object.entries(indexes).map(([each, index]) => {
    const where = `${name}, index ${each}`;
    if (definition.upgrade !== undefined && typeof (index.projection ?? '') !== 'string') {
      throw new ValidationError(
        `${where}: upgrade may need what it does not hold; project 'all', or 'keys' and get the items by them`,
      );
    }
    return indexShape(where, each, index, pk, style, (param) => indexMember(members, where, param), members);
  });
  return {
    name,
    members,
    pk,
    sk,
    keyMembers: [...params].map((param) => keyMember(members, name, param)),
    indexes: placed,
    version: versions[0],
    owner: owner === undefined ? undefined : declared(members, name, owner, 'the owner'),
    writeId: definition.writeId ?? versions.length === 1,
    discriminator: definition.discriminator ?? 'required',
    upgrade: definition.upgrade,
  };
}

function checkSources(entity: string, members: Members, { name, facts: { derivation } }: Member): void {
  if (derivation?.kind !== 'computed') return;
  for (const [source, { type, mode }] of Object.entries(derivation.sources)) {
    const found = declared(members, entity, source, `the source of ${name},`).facts;
    const isAlike = found.type === type && (found.mode === 'optional') === (mode === 'optional');
    if (isAlike && found.derivation === undefined && found.mode !== 'version') continue;
    throw new ValidationError(
      `${entity}.${name} is computed from ${source} as a ${type} (${mode}), but ${source} is ${found.derivation === undefined ? `a ${found.type} (${found.mode})` : found.derivation.kind}`,
    );
  }
}

function declared(members: Members, entity: string, name: string, use: string): Member {
  const member = members.byName.get(name);
  if (member !== undefined) return member;
  throw new ValidationError(
    `${entity}: ${use} ${name} is no attribute; there are ${[...members.byName.keys()].join(', ')}`,
  );
}

const keyTypes = new Set([
  'string',
  'literal',
  'uuid',
  'day',
  'timestamp',
  'number',
  'bigint',
  'decimal',
  'epochSeconds',
  'timeToLive',
  'timestampMicroseconds',
  'custom',
  'customNumber',
]);

function keyMember(members: Members, entity: string, param: string): Member {
  const member = declared(members, entity, param, 'the key parameter');
  if (member.facts.mode !== 'required' || !keyTypes.has(member.facts.type)) {
    throw new ValidationError(`${entity}: {${param}} must name a required string, number or time attribute`);
  }
  return member;
}

/** An item without the attribute is left out of the index, so it may be optional. */
function indexMember(members: Members, where: string, param: string): Member {
  const member = declared(members, where, param, 'the key parameter');
  if (!keyTypes.has(member.facts.type)) {
    throw new ValidationError(`${where}: {${param}} must name a string, number or time attribute`);
  }
  return member;
}
