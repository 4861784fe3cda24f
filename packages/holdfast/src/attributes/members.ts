import { type AttributeMap, AttributeMembers, type AttributeValue, utf8Length } from '@holdfast/wire';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { StoredItemError, ValidationError } from '../errors/usage-errors.js';
import type { AttributeFacts, Derivation } from './attribute-facts.js';
import { shown } from './mismatch.js';

/** The attributes of an item or map under their names in the program, each with its name in the store. */
export interface Members {
  readonly list: readonly Member[];
  readonly byName: ReadonlyMap<string, Member>;
  readonly byStoredName: ReadonlyMap<string, Member>;
  /** Those with a default. */
  readonly defaulted: readonly Member[];
  /** Those that the library derives. */
  readonly derived: readonly DerivedMember[];
}
export interface DerivedMember {
  readonly member: Member;
  readonly derivation: Derivation;
}
export interface Member {
  readonly name: string;
  readonly storedAs: string;
  readonly facts: AttributeFacts;
}

/**
 * Where a decoded item keeps what was stored beside the attributes that its entity declares, so that reading it, changing
 * it and putting it back loses nothing that a newer program wrote.
 */
export const undeclared: unique symbol = Symbol.for('holdfast.undeclared') as never;

/**
 * @throws ValidationError where DynamoDB takes no attribute of this name
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export function checkName(where: string, name: string, most: number): void {
  const bytes = utf8Length(name);
  if (bytes >= 1 && bytes <= most) return;
  throw new ValidationError(`${where}: the stored name ${shown(name)} has ${bytes} bytes; DynamoDB takes 1 to ${most}`);
}

export function membersOf(facts: Readonly<Record<string, AttributeFacts>>, where: string): Members {
  const list = Object.entries(facts).map(([name, each]) => ({ name, storedAs: each.storedAs ?? name, facts: each }));
  const byStoredName = new Map<string, Member>();
  for (const member of list) {
    const other = byStoredName.get(member.storedAs);
    if (other !== undefined) {
      throw new ValidationError(
        `${where}: the attributes ${other.name} and ${member.name} are both stored as ${member.storedAs}; give one another name by .as()`,
      );
    }
    checkName(where, member.storedAs, 65_535);
    byStoredName.set(member.storedAs, member);
  }
  return {
    list,
    byName: new Map(list.map((member) => [member.name, member])),
    byStoredName,
    defaulted: list.filter((member) => member.facts.mode === 'default'),
    derived: list.flatMap((member) => {
      const { derivation } = member.facts;
      return derivation === undefined ? [] : [{ member, derivation }];
    }),
  };
}

/** Encodes what is there, fills in defaults, and refuses what is missing or not declared. */
export function encodeMembers(members: Members, input: object, where: string): Record<string, AttributeValue> {
  const stored = new AttributeMembers();
  if (undeclared in input) {
    for (const [name, value] of Object.entries(input[undeclared] as AttributeMap)) {
      // an item of another entity may bring what this one declares, and has not given
      if (!members.byStoredName.has(name)) stored[name] = value;
    }
  }
  for (const name of Object.keys(input)) {
    if (!members.byName.has(name)) throw unknownAttribute(members, name, where);
  }
  const given = input as Readonly<Record<string, unknown>>;
  for (const { name, storedAs, facts } of members.list) {
    const isDerived = facts.derivation !== undefined;
    // an item that was read brings along what the library writes anew
    if (facts.mode === 'version' || (isDerived && facts.derivation?.kind !== 'createdAt')) continue;
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    const value = own === undefined ? defaultOf(facts) : own;
    const encoded = value === undefined ? undefined : encodeMember(facts, value, `${where}.${name}`);
    if (encoded !== undefined) stored[storedAs] = encoded;
    else if (value === undefined && !isDerived && facts.mode !== 'optional' && facts.codec.absent === undefined) {
      throw new ValidationError(`${where}.${name} is required and was not given`);
    }
  }
  return stored;
}

/** Encodes one value, after the attribute's validator has seen it. */
export function encodeMember(facts: AttributeFacts, value: unknown, where: string): AttributeValue | undefined {
  return facts.codec.encode(facts.schema === undefined ? value : validated(facts.schema, value, where), where);
}

export function decodeMembers(
  members: Members,
  stored: AttributeMap,
  where: string,
  isKept?: (storedName: string) => boolean,
): Record<string | symbol, unknown> {
  const item = decodeList(members.list, stored, where);
  let others: Record<string, AttributeValue> | undefined;
  for (const [storedName, value] of Object.entries(stored)) {
    if (members.byStoredName.has(storedName) || isKept?.(storedName)) continue;
    others ??= Object.create(null) as Record<string, AttributeValue>;
    others[storedName] = value;
  }
  if (others !== undefined) item[undeclared] = others;
  return item;
}

/** Only the attributes of these names, whatever the others hold. */
export function decodeSome(members: Members, stored: AttributeMap, where: string, names: readonly string[]): object {
  return decodeList(
    names.flatMap((name) => members.byName.get(name) ?? []),
    stored,
    where,
  );
}

function decodeList(list: readonly Member[], stored: AttributeMap, where: string): Record<string | symbol, unknown> {
  const item: Record<string | symbol, unknown> = {};
  for (const { name, storedAs, facts } of list) {
    const value = Object.hasOwn(stored, storedAs) ? stored[storedAs] : undefined;
    if (value !== undefined) define(item, name, facts.codec.decode(value, `${where}.${name}`));
    else if (facts.mode !== 'optional') define(item, name, absentValue(facts, `${where}.${name}`));
  }
  return item;
}

/** @throws ValidationError naming those that there are */
export function memberNamed({ members, name: where }: Named, name: string): Member {
  const member = members.byName.get(name);
  if (member === undefined) throw unknownAttribute(members, name, where);
  return member;
}
interface Named {
  readonly members: Members;
  readonly name: string;
}

function unknownAttribute(members: Members, name: string, where: string): ValidationError {
  return new ValidationError(`${where} has no attribute ${name}; it has ${[...members.byName.keys()].join(', ')}`);
}

export function defaultOf(facts: AttributeFacts): unknown {
  return typeof facts.default === 'function' ? facts.default() : facts.default;
}

function absentValue(facts: AttributeFacts, where: string): unknown {
  if (facts.mode === 'default') {
    // a default is given as input (a decimal may be text), so it takes the way of a written value
    const encoded = encodeMember(facts, defaultOf(facts), where);
    if (encoded !== undefined) return facts.codec.decode(encoded, where);
  }
  if (facts.codec.absent !== undefined) return facts.codec.absent();
  throw new StoredItemError(`${where} is required and the stored item has none`);
}

function validated(schema: StandardSchemaV1, value: unknown, where: string): unknown {
  const result = orRefusal(where, () => schema['~standard'].validate(value));
  if (typeof result !== 'object' || result === null) {
    throw new ValidationError(`${where}: its validator answers with ${shown(result)}, not with a value or issues`);
  }
  if ('then' in result) {
    // a rejection that nobody waits for would end the process
    result.then(undefined, () => {});
    throw new ValidationError(`${where}: its validator answers with a promise; use one that answers at once`);
  }
  if (result.issues !== undefined) {
    throw new ValidationError(result.issues.map((issue) => `${where}${pathOf(issue)}: ${issue.message}`).join('; '));
  }
  return result.value;
}

/** Where in the attribute an issue is: `[1].name`. */
function pathOf({ path = [] }: StandardSchemaV1.Issue): string {
  const keys = path.map((each) => (typeof each === 'object' ? each.key : each));
  return keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
}

/** What the program's own function gives; what it throws names the attribute, as an error of the class. */
export function orRefusal<T>(
  where: string,
  run: () => T,
  Refusal: typeof ValidationError | typeof StoredItemError = ValidationError,
): T {
  try {
    return run();
  } catch (error) {
    throw new Refusal(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function define(target: Record<string | symbol, unknown>, name: string, value: unknown): void {
  // a plain assignment to __proto__ would set the prototype
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
