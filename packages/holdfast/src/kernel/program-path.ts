import { type AttributeValue, Decimal, type Path } from '@holdfast/wire';
import type { AttributeFacts } from '../attributes/attribute-facts.js';
import type { Members } from '../attributes/members.js';

interface Declared {
  readonly name: string;
  readonly facts: AttributeFacts | undefined;
}

/** What is declared along a path into an item, as far as anything is. */
function declaredAlong(members: Members, { elements: [storedName, ...rest] }: Path) {
  const member = members.byStoredName.get(storedName);
  const names: [string, ...(string | number)[]] = [member?.name ?? storedName];
  let facts = member?.facts;
  for (const element of rest) {
    const found = typeof element === 'string' ? memberOf(facts, element) : undefined;
    names.push(found?.name ?? element);
    facts = found?.facts ?? facts?.element;
  }
  return { names, facts };
}

function memberOf(facts: AttributeFacts | undefined, storedName: string): Declared | undefined {
  const found = Object.entries(facts?.members ?? {}).find(([name, each]) => (each.storedAs ?? name) === storedName);
  return found && { name: found[0], facts: found[1] };
}

/** A path as the program names it, whatever its attributes are stored as. */
export function programPath(members: Members, path: Path): Path {
  return { kind: 'path', elements: declaredAlong(members, path).names };
}

/** What is stored at a path, as the program has it. */
export function decodedAt(members: Members, path: Path, value: AttributeValue | undefined): unknown {
  if (value === undefined) return undefined;
  try {
    const { facts } = declaredAlong(members, path);
    return facts === undefined ? plain(value) : facts.codec.decode(value, '');
  } catch {
    // what is stored may not fit its declaration, and that must not hide why the condition failed
    return plain(value);
  }
}

/** A stored value as JavaScript has it, where no declaration says more; numbers keep all their digits. */
function plain(value: AttributeValue): unknown {
  if ('N' in value) return Decimal.from(value.N);
  if ('NULL' in value) return null;
  if ('L' in value) return value.L.map(plain);
  if ('M' in value) return Object.fromEntries(Object.entries(value.M).map(([name, each]) => [name, plain(each)]));
  if ('SS' in value) return new Set(value.SS);
  if ('NS' in value) return new Set(value.NS.map((each) => Decimal.from(each)));
  if ('BS' in value) return new Set(value.BS);
  return 'S' in value ? value.S : 'B' in value ? value.B : value.BOOL;
}
