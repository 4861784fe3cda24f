import type { Member } from '../attributes/members.js';
import { ValidationError } from '../errors/usage-errors.js';
import type { EntityShape } from './entity-model.js';
import type { IndexShape } from './index-model.js';
import type { KeyTemplate } from './key-template.js';
import { type KeySlot, type Layout, slotsOf } from './layout.js';

/** A template and the key attribute that it fills. */
export interface KeyPart {
  readonly slot: KeySlot;
  readonly template: KeyTemplate;
  /** The attribute whose stored value is the key's as it is, with nothing escaped: a number, or itself the key attribute. */
  readonly plain: Member | undefined;
  /** The attributes without which an item has no such key; of text alone, those of the index that the key is part of. */
  readonly params: readonly string[];
}
/** An index of an entity in a table. */
export interface IndexModel extends IndexShape {
  /** As DynamoDB calls it. */
  readonly physicalName: string;
  /** Partition key, then sort key if there is one. */
  readonly keyParts: readonly KeyPart[];
}
/** An entity in a table. */
export interface EntityModel extends EntityShape {
  readonly layout: Layout;
  /** Partition key, then sort key if there is one. */
  readonly keyParts: readonly KeyPart[];
  readonly indexes: readonly IndexModel[];
  /** The key attributes of indexes that are written beside the entity's own attributes and the table's key. */
  readonly indexParts: readonly KeyPart[];
  /** Stored names that the program never sees. */
  readonly hidden: ReadonlySet<string>;
}

/** Types that are stored as numbers. */
export const numeric = new Set(['number', 'bigint', 'decimal', 'epochSeconds', 'timeToLive', 'customNumber']);

/** @throws ValidationError where the entity's attributes and the table's own get in each other's way */
export function placeEntity(shape: EntityShape, layout: Layout): EntityModel {
  const parts = new Map<string, KeyPart>();
  const place = (slot: KeySlot, template: KeyTemplate, where: string, beside: readonly string[] = []): KeyPart => {
    const other = parts.get(slot.name);
    // what several indexes share is there whenever one of them may need it
    const isShared = other !== undefined && other.params.join() !== beside.join();
    const params = template.params.length > 0 || isShared ? template.params : beside;
    const part = { slot, template, plain: plainMember(shape, slot, template, where), params };
    if (other !== undefined && other.template.text !== template.text) {
      throw new ValidationError(
        `${where}: the key attribute ${slot.name} cannot hold both "${other.template.text}" and "${template.text}"`,
      );
    }
    parts.set(slot.name, part);
    return part;
  };
  const both = (
    where: string,
    slots: { readonly pk: KeySlot; readonly sk: KeySlot },
    keys: EntityShape | IndexShape,
  ) => [
    place(slots.pk, keys.pk, where, keys.sk?.params),
    ...(keys.sk === undefined ? [] : [place(slots.sk, keys.sk, where, keys.pk.params)]),
  ];
  const keyParts = both(shape.name, layout, shape);
  const tableNames = new Set(keyParts.map(({ slot }) => slot.name));
  const indexes = shape.indexes.map((index): IndexModel => {
    const { name, pk, sk } = slotsOf(layout, index.name);
    const where = `${shape.name}, index ${index.name}`;
    const slots = { pk: index.kind === 'local' ? layout.pk : pk, sk };
    return { ...index, physicalName: name, keyParts: both(where, slots, index) };
  });
  const names = indexes.map((index) => index.physicalName);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) {
    throw new ValidationError(`${shape.name}: two of its indexes are the one index ${repeated} of the table`);
  }
  for (const name of [layout.entity, layout.writeId]) {
    const member = shape.members.byStoredName.get(name);
    if (member !== undefined) throw kept(shape, member);
    if (parts.has(name))
      throw new ValidationError(`${shape.name}: ${name} cannot be a key and a bookkeeping attribute`);
  }
  const own = (name: string) => tableNames.has(name) || shape.members.byStoredName.has(name);
  return {
    ...shape,
    layout,
    keyParts,
    indexes,
    // what is wrong with a key is said of the one that names its attributes
    indexParts: [...parts.values()]
      .filter(({ slot }) => !own(slot.name))
      .sort((one, other) => isText(one) - isText(other)),
    hidden: new Set([layout.entity, layout.writeId, ...parts.keys()]),
  };
}

function isText({ template }: KeyPart): number {
  return template.params.length === 0 ? 1 : 0;
}

function plainMember(shape: EntityShape, slot: KeySlot, template: KeyTemplate, where: string): Member | undefined {
  const stored = shape.members.byStoredName.get(slot.name);
  const bare = template.bare === undefined ? undefined : shape.members.byName.get(template.bare);
  if (stored !== undefined && stored !== bare) throw kept(shape, stored);
  if (stored === undefined && slot.type === 'S') return undefined;
  if (bare === undefined) {
    throw new ValidationError(
      `${where}: the key attribute ${slot.name} is a number, so its template must be one number attribute, not "${template.text}"`,
    );
  }
  if (numeric.has(bare.facts.type) === (slot.type === 'N')) return bare;
  throw new ValidationError(
    `${where}: ${bare.name} is a ${bare.facts.type} and the key attribute ${slot.name} of type ${slot.type}; the table says the type: { name: '${slot.name}', type: '${slot.type === 'N' ? 'S' : 'N'}' }`,
  );
}

function kept(shape: EntityShape, { name, storedAs }: Member): ValidationError {
  return new ValidationError(
    `${shape.name}.${name} would be stored as ${storedAs}, which the library keeps for itself; give it another name by .as()`,
  );
}
