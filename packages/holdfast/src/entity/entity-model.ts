import type { Attributes } from '../attributes/any-attribute.js';
import { type Member, type Members, membersOf } from '../attributes/members.js';
import { ValidationError } from '../errors/usage-errors.js';
import { type Ambiguous, KeyTemplate } from './key-template.js';

/** The attributes that the library keeps in every item. */
export const bookkeeping = {
  /** The entity's name. */
  entity: '_entity',
  /** The id of the write that left the item as it is. */
  writeId: '_write',
} as const;

/** The names of the table's key attributes. */
export const keyAttributes = { pk: 'pk', sk: 'sk' } as const;

const reserved: ReadonlySet<string> = new Set([...Object.values(bookkeeping), ...Object.values(keyAttributes)]);

/** What is asked of the model when it is made; the public types are stricter. */
export interface ModelDefinition {
  readonly key: { readonly pk: string; readonly sk?: string };
  readonly attributes: Attributes;
  readonly owner?: string | undefined;
  readonly writeId?: boolean | undefined;
  readonly ambiguous?: Ambiguous | undefined;
}

/** An entity at run time. */
export interface EntityModel {
  readonly name: string;
  readonly members: Members;
  readonly pk: KeyTemplate;
  readonly sk: KeyTemplate | undefined;
  readonly keyMembers: readonly Member[];
  readonly version: Member | undefined;
  readonly owner: Member | undefined;
  /** Whether each write leaves its id in the item. */
  readonly writeId: boolean;
}

/** @throws ValidationError where the definition contradicts itself */
export function entityModel(name: string, definition: ModelDefinition): EntityModel {
  if (name === '') throw new ValidationError('an entity needs a name: it is stored in every item');
  const { key, attributes, owner, ambiguous = 'escape' } = definition;
  const facts = Object.fromEntries(Object.entries(attributes).map(([each, attribute]) => [each, attribute['~facts']]));
  const members = membersOf(facts, name);
  for (const member of members.list) {
    if (!reserved.has(member.storedAs)) continue;
    throw new ValidationError(
      `${name}.${member.name} would be stored as ${member.storedAs}, which the library keeps for itself; give it another name by .as()`,
    );
  }
  const pk = new KeyTemplate(key.pk, name, ambiguous);
  const sk = key.sk === undefined ? undefined : new KeyTemplate(key.sk, name, ambiguous);
  const params = new Set([...pk.params, ...(sk?.params ?? [])]);
  const versions = members.list.filter((member) => member.facts.mode === 'version');
  if (versions.length > 1) {
    throw new ValidationError(
      `${name} has ${versions.length} versions: ${versions.map((each) => each.name).join(', ')}`,
    );
  }
  if (owner !== undefined && versions.length > 0) {
    throw new ValidationError(
      `${name} has an owner and a version; a claim is held or free, and has no history to lock`,
    );
  }
  return {
    name,
    members,
    pk,
    sk,
    keyMembers: [...params].map((param) => keyMember(members, name, param)),
    version: versions[0],
    owner: owner === undefined ? undefined : declared(members, name, owner, 'the owner'),
    writeId: definition.writeId ?? versions.length === 1,
  };
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
]);

function keyMember(members: Members, entity: string, param: string): Member {
  const member = declared(members, entity, param, 'the key parameter');
  if (member.facts.mode !== 'required' || !keyTypes.has(member.facts.type)) {
    throw new ValidationError(`${entity}: {${param}} must name a required string, number or time attribute`);
  }
  return member;
}
