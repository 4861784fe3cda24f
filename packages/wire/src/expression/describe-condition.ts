import type { AttributeValue } from '../attribute-value/attribute-value.js';
import { ConditionPrinter, type Words } from './condition-printer.js';
import type { Condition, Path } from './syntax-tree.js';

/** What people call what is stored at this path: the same path by other names. */
export type Naming = (stored: Path) => Path;
const asStored: Naming = (path) => path;

const words: Words = {
  name: (name) => (/^[\w$@#:-]+$/u.test(name) ? name : JSON.stringify(name)),
  value: describeValue,
  empty: (separator) => (separator === ' AND ' ? 'always' : separator === ' OR ' ? 'never' : ''),
};

class Describer extends ConditionPrinter {
  readonly #naming: Naming;

  constructor(naming: Naming) {
    super(words);
    this.#naming = naming;
  }

  override path(path: Path): string {
    return super.path(this.#naming(path));
  }
}

/** A condition for people to read, names and values in place: `scoreAt < "2026-01-31" OR attribute_not_exists(scoreAt)`. */
export function describeCondition(condition: Condition, naming: Naming = asStored): string {
  return new Describer(naming).condition(condition);
}

/** A path for people to read, such as `venue.seats[0].size`; a name that would mislead is put in quotes. */
export function describePath(path: Path, naming: Naming = asStored): string {
  return new Describer(naming).path(path);
}

function describeValue(value: AttributeValue): string {
  if ('S' in value) return JSON.stringify(value.S);
  if ('N' in value) return value.N;
  if ('B' in value) return describeBytes(value.B);
  if ('BOOL' in value) return String(value.BOOL);
  if ('NULL' in value) return 'null';
  if ('L' in value) return `[${value.L.map(describeValue).join(', ')}]`;
  if ('M' in value) {
    const members = Object.entries(value.M).map(
      ([name, member]) => `${JSON.stringify(name)}: ${describeValue(member)}`,
    );
    return `{${members.join(', ')}}`;
  }
  if ('SS' in value) return `Set(${value.SS.map((element) => JSON.stringify(element)).join(', ')})`;
  if ('NS' in value) return `Set(${value.NS.join(', ')})`;
  return `Set(${value.BS.map(describeBytes).join(', ')})`;
}

function describeBytes(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}
