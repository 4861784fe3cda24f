import { type AttributeMap, readCapacityUnits, sizeOfItem, type WriteKind, writeCapacityUnits } from '@holdfast/wire';
import type { KeyPart } from '../entity/place-entity.js';
import { mostItemBytes } from './limits.js';
import type { PlannedRequest } from './plan.js';
import type { PreparedWrite } from './prepare.js';

/** Bounds that coincide where a value is known exactly. */
export interface Bounds {
  readonly atLeast: number;
  readonly atMost: number;
}

const mostPageBytes = 1024 * 1024;

export function sum(all: readonly Bounds[]): Bounds {
  return all.reduce(
    (total, each) => ({ atLeast: total.atLeast + each.atLeast, atMost: total.atMost + each.atMost }),
    none,
  );
}
const none: Bounds = { atLeast: 0, atMost: 0 };
function exactly(value: number): Bounds {
  return { atLeast: value, atMost: value };
}

/** The bytes of the item that a write leaves; nothing is known of what an update keeps. */
export function bytesAfter({ bytes, update }: PreparedWrite): Bounds {
  return { atLeast: bytes, atMost: update === undefined ? bytes : mostItemBytes };
}

/** The write capacity of a request whose conditions hold; its indexes are those that its entities declare. */
export function writeUnits({ operation, writes = [] }: PlannedRequest): Bounds {
  const kind = operation === 'TransactWriteItems' ? 'transactional' : 'standard';
  return sum(writes.map((write) => unitsOf(write, kind)));
}

/** The write capacity of a request that is refused. */
export function refusedUnits({ operation, writes = [] }: PlannedRequest): Bounds | undefined {
  if (writes.every(({ requirements }) => requirements.length === 0)) return undefined;
  const most = writeCapacityUnits(mostItemBytes) * writes.length;
  // what a cancelled transaction has used is not documented
  return operation === 'TransactWriteItems' ? { atLeast: 0, atMost: 2 * most } : { atLeast: 1, atMost: most };
}

function unitsOf(prepared: PreparedWrite, kind: WriteKind): Bounds {
  const { write, item, update, requirements } = prepared;
  const units = (bytes: number) => writeCapacityUnits(bytes, kind);
  const atLeast = units(prepared.bytes);
  const most = units(mostItemBytes);
  const { model } = write;
  const isNew = requirements.some(
    ({ tree }) => tree.kind === 'attribute_not_exists' && tree.path.elements[0] === model.layout.pk.name,
  );
  if (write.verb === 'check') return isNew ? exactly(units(0)) : { atLeast, atMost: most };
  const entries = model.indexes.map(({ keyParts, projection }): Bounds => {
    if (item === undefined) return { atLeast: 0, atMost: update === undefined ? most : 2 * most };
    const isIn = keyParts.every(({ slot }) => slot.name in item);
    const whole = isIn ? units(sizeOfItem(item)) : 0;
    // it may hold more for the sake of other entities
    const own =
      isIn && projection !== 'all' ? units(sizeOfItem(keysIn(item, [...model.keyParts, ...keyParts]))) : whole;
    // what is replaced may have had an entry too, elsewhere or the same
    return isNew ? { atLeast: own, atMost: whole } : { atLeast: 0, atMost: whole + most };
  });
  return sum([item !== undefined && isNew ? exactly(atLeast) : { atLeast, atMost: most }, ...entries]);
}

function keysIn(item: AttributeMap, parts: readonly KeyPart[]): AttributeMap {
  const names = new Set(parts.map(({ slot }) => slot.name));
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

/** The read capacity of a request. */
export function readUnits({ operation, input }: PlannedRequest): Bounds {
  const reads = (items: number, consistency: 'eventual' | 'strong' | 'transactional') => ({
    atLeast: readCapacityUnits(0, consistency) * items,
    atMost: readCapacityUnits(mostItemBytes, consistency) * items,
  });
  const how = (consistent: boolean | undefined | null) => (consistent ? 'strong' : 'eventual');
  switch (operation) {
    case 'GetItem':
      return reads(1, how(input.ConsistentRead));
    case 'TransactGetItems':
      return reads(input.TransactItems.length, 'transactional');
    case 'BatchGetItem':
      return sum(Object.values(input.RequestItems).map((each) => reads(each.Keys.length, how(each.ConsistentRead))));
    case 'Query':
    case 'Scan': {
      // a page ends with the item that fills it
      const bytes = Math.min((input.Limit ?? Number.POSITIVE_INFINITY) * mostItemBytes, mostPageBytes + mostItemBytes);
      const consistency = how(input.ConsistentRead);
      return { atLeast: readCapacityUnits(0, consistency), atMost: readCapacityUnits(bytes, consistency) };
    }
    default:
      return none;
  }
}
