import type { AttributeMap, AttributeValue } from '@holdfast/wire';
import { Decimal } from '@holdfast/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityShape } from '../entity/entity-model.js';
import { layoutOf } from '../entity/layout.js';
import { placeEntity } from '../entity/place-entity.js';
import { StoredItemError, ValidationError } from '../errors/usage-errors.js';
import { decodeItem, encodeItem } from '../kernel/stored-item.js';
import * as a from './a.js';
import type { AnyAttribute, Attributes } from './any-attribute.js';

const modelOf = (attributes: Attributes) =>
  placeEntity(
    entityShape('THING', { key: { pk: 'THING#{id}' }, attributes: { id: a.string(), ...attributes } }),
    layoutOf({}),
  );
const stamp = { _entity: { S: 'THING' } };

/** Writes one attribute and reads it back. */
function throughTheStore(attribute: AnyAttribute, value: unknown): unknown {
  const model = modelOf({ value: attribute });
  const { attributes } = encodeItem(model, { id: 'x', value });
  return (decodeItem(model, { ...attributes, ...stamp }) as { readonly value?: unknown }).value;
}
function stored(attribute: AnyAttribute, value: unknown): AttributeValue | undefined {
  return encodeItem(modelOf({ value: attribute }), { id: 'x', value }).attributes.value;
}
function read(attribute: AnyAttribute, value: AttributeValue): unknown {
  return (
    decodeItem(modelOf({ value: attribute }), { id: { S: 'x' }, value, ...stamp }) as { readonly value?: unknown }
  ).value;
}

const finite = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -9.99e125, max: 9.99e125 })
  .filter((x) => x === 0 || Math.abs(x) >= 1e-130);
const name = fc.string({ minLength: 1 });
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false),
    fc.string(),
    finite,
    fc.array(tie('json')),
    fc.dictionary(fc.string(), tie('json'), { noNullPrototype: true }),
  ),
}));
const values: readonly (readonly [string, AnyAttribute, fc.Arbitrary<unknown>])[] = [
  ['string', a.string(), fc.string({ unit: 'binary' })],
  ['literal', a.literal('a', 'b'), fc.constantFrom('a', 'b')],
  ['uuid', a.uuid(), fc.uuid()],
  ['number', a.number(), finite.map((x) => (x === 0 ? 0 : x))],
  ['bigint', a.bigint(), fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n })],
  ['boolean', a.boolean(), fc.boolean()],
  ['binary', a.binary(), fc.uint8Array()],
  [
    'timestamp',
    a.timestamp(),
    fc.date({
      noInvalidDate: true,
      min: new Date('0000-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
    }),
  ],
  [
    'day',
    a.day(),
    fc
      .date({
        noInvalidDate: true,
        min: new Date('0000-01-01T00:00:00.000Z'),
        max: new Date('9999-12-31T00:00:00.000Z'),
      })
      .map((date) => date.toISOString().slice(0, 10)),
  ],
  ['epochSeconds', a.epochSeconds(), fc.date({ noInvalidDate: true })],
  ['stringSet', a.stringSet(), fc.uniqueArray(fc.string()).map((each) => new Set(each))],
  ['numberSet', a.numberSet(), fc.uniqueArray(fc.integer()).map((each) => new Set(each))],
  ['list', a.list(a.number()), fc.array(fc.integer())],
  ['record', a.record(a.string()), fc.dictionary(name, fc.string(), { noNullPrototype: true })],
  [
    'map',
    a.map({ city: a.string(), size: a.number().optional() }),
    fc.record({ city: fc.string(), size: fc.integer() }, { requiredKeys: ['city'], noNullPrototype: true }),
  ],
  [
    'union',
    a.union('type', { card: { last4: a.string() }, cash: {} }),
    fc.oneof(
      fc.record({ type: fc.constant('card'), last4: fc.string() }, { noNullPrototype: true }),
      fc.constant({ type: 'cash' }),
    ),
  ],
];

describe('attribute types', () => {
  it.each(values)('%s comes back as it was written', (_name, attribute, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        expect(throughTheStore(attribute, value)).toStrictEqual(value);
      }),
    );
  });

  it('json comes back as JSON has it', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.stringify(throughTheStore(a.json(), value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('decimals keep every digit', () => {
    const digits = '12345678901234567890123456789.012345678';
    expect(String(throughTheStore(a.decimal(), digits))).toBe(digits);
    expect(String(throughTheStore(a.decimal(), Decimal.from('0.10')))).toBe('0.1');
    expect(() => stored(a.decimal(), `${digits}12345`)).toThrow('THING.value');
    expect(() => stored(a.decimal(), 0.1)).toThrow('THING.value takes a Decimal, a string or a bigint, not 0.1');
  });

  it('refuses what would lose a digit, naming the attribute and the remedy', () => {
    const beyond = { N: '9007199254740993' };
    expect(() => read(a.number(), beyond)).toThrow('THING.value: the stored 9007199254740993 does not fit a number');
    expect(() => read(a.number(), beyond)).toThrow(StoredItemError);
    expect(read(a.bigint(), beyond)).toBe(9007199254740993n);
    expect(() => read(a.bigint(), { N: '1.5' })).toThrow('is not an integer');
    expect(() => read(a.json(), { L: [beyond] })).toThrow('THING.value[0]');
  });

  it('rounds a time to live up, so that nothing expires early', () => {
    expect(stored(a.timeToLive(), new Date(1_001))).toEqual({ N: '2' });
  });

  it('writes times of one width', () => {
    expect(stored(a.timestamp(), new Date(0))).toEqual({ S: '1970-01-01T00:00:00.000Z' });
    expect(() => read(a.timestamp(), { S: '1970-01-01T00:00:00Z' })).toThrow('not a time of the form');
    expect(() => stored(a.timestamp(), new Date(Number.NaN))).toThrow('Invalid Date');
  });

  it('reads no time but the one that it would store so', () => {
    const digits = (from: number, to: number) =>
      fc.integer({ min: from, max: to }).map((value) => String(value).padStart(2, '0'));
    // a little more than any calendar has
    const day = fc
      .tuple(fc.constantFrom('0000', '1900', '1969', '2024', '2026', '9999'), digits(0, 13), digits(0, 32))
      .map((parts) => parts.join('-'));
    const clock = fc.tuple(digits(0, 25), digits(0, 61), digits(0, 61)).map((parts) => parts.join(':'));
    fc.assert(
      fc.property(day, clock, fc.constantFrom('000', '999'), (date, time, fraction) => {
        const cases = [
          [a.day(), date],
          [a.timestamp(), `${date}T${time}.${fraction}Z`],
          [a.timestampMicroseconds(), `${date}T${time}.000${fraction}Z`],
        ] as const;
        for (const [attribute, S] of cases) {
          try {
            expect(stored(attribute, read(attribute, { S }))).toEqual({ S });
          } catch (error) {
            if (!(error instanceof StoredItemError)) throw error;
            expect(error.message).toContain(`THING.value: the stored ${JSON.stringify(S)} is not a `);
          }
        }
      }),
      { numRuns: 1000 },
    );
    for (const S of ['2026-02-30T00:00:00.000Z', '2026-01-01T24:00:00.000Z', '2023-02-29T00:00:00.000Z']) {
      expect(() => read(a.timestamp(), { S })).toThrow(StoredItemError);
      expect(() => read(a.timestampMicroseconds(), { S: S.replace('Z', '000Z') })).toThrow(StoredItemError);
    }
    expect(() => read(a.day(), { S: '2026-02-30' })).toThrow(
      'THING.value: the stored "2026-02-30" is not a day such as 2026-05-31',
    );
    expect(() => read(a.literal('a', 'b'), { S: 'c' })).toThrow('the stored "c" is not one of "a", "b"');
  });

  it('stores an empty set as absence and reads absence as an empty set', () => {
    expect(stored(a.stringSet(), new Set())).toBeUndefined();
    expect(throughTheStore(a.stringSet(), new Set())).toEqual(new Set());
    expect(throughTheStore(a.stringSet().optional(), undefined)).toBeUndefined();
  });

  it('refuses other types, missing and unknown attributes by name', () => {
    expect(() => stored(a.number(), '1')).toThrow('THING.value takes a finite number, not "1"');
    expect(() => stored(a.number(), Number.NaN)).toThrow(ValidationError);
    expect(() => stored(a.list(a.map({ n: a.number() })), [{ n: 1 }, { n: 'x' }])).toThrow('THING.value[1].n');
    expect(() => stored(a.string(), undefined)).toThrow('THING.value is required and was not given');
    expect(() => encodeItem(modelOf({}), { id: 'x', idd: 'y' })).toThrow('THING has no attribute idd; it has id');
    expect(() => read(a.string(), { N: '1' })).toThrow('declared as a string, but the stored value has type N');
    expect(() => stored(a.day(), '2026-02-30')).toThrow('THING.value takes a day');
  });

  it('runs a Standard Schema validator and stores what it gives back', () => {
    const trimmed = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value: unknown) => {
          const text = String(value).trim();
          return text === '' ? { issues: [{ message: 'is blank' }] } : { value: text };
        },
      },
    } as const;
    expect(stored(a.string().validate<string, string>(trimmed), ' x ')).toEqual({ S: 'x' });
    expect(() => stored(a.string().validate<string, string>(trimmed), ' ')).toThrow('THING.value: is blank');
  });

  it('fills defaults in on write and on read, fresh ones each time', () => {
    expect(stored(a.string().default('free'), undefined)).toEqual({ S: 'free' });
    let made = 0;
    const counted = a.number().default(() => ++made);
    expect([stored(counted, undefined), stored(counted, undefined)]).toEqual([{ N: '1' }, { N: '2' }]);
    const model = modelOf({ amount: a.decimal().default('0.5') });
    expect(decodeItem(model, { id: { S: 'x' }, ...stamp })).toEqual({ id: 'x', amount: Decimal.from('0.5') });
  });
});

describe('a stored item', () => {
  it('keeps what its entity does not declare through a read and a put', () => {
    const model = modelOf({ home: a.map({ city: a.string() }) });
    const before: AttributeMap = {
      ...stamp,
      id: { S: 'x' },
      home: { M: { city: { S: 'Oslo' }, street: { S: 'Main' } } },
      later: { N: '1' },
      ['__proto__']: { S: 'odd' },
    };
    const item = decodeItem(model, before) as { readonly id: string; readonly home: { readonly city: string } };
    expect(item).toMatchObject({ id: 'x', home: { city: 'Oslo' } });
    const { attributes } = encodeItem(model, { ...item, home: { ...item.home, city: 'Rome' } });
    expect(attributes.later).toEqual({ N: '1' });
    expect(attributes.home).toEqual({ M: { city: { S: 'Rome' }, street: { S: 'Main' } } });
    expect(Object.entries(attributes)).toContainEqual(['__proto__', { S: 'odd' }]);
  });

  it('is refused where it is another entity’s', () => {
    expect(() => decodeItem(modelOf({}), { id: { S: 'x' }, _entity: { S: 'OTHER' } })).toThrow(
      'is of the entity OTHER',
    );
    expect(() => decodeItem(modelOf({}), { id: { S: 'x' } })).toThrow('of no entity');
  });

  it('is named by its key where it cannot be read', () => {
    const stored = { ...stamp, pk: { S: 'THING#x' }, id: { S: 'x' } };
    expect(() => decodeItem(modelOf({ n: a.number() }), stored)).toThrow(
      'the item (pk "THING#x") cannot be read: THING.n is required and the stored item has none; declare what is stored, or make it fit by an upgrade of the entity',
    );
  });

  it('is stored under other names where asked', () => {
    const model = modelOf({ name: a.string().as('n') });
    expect(encodeItem(model, { id: 'x', name: 'y' }).attributes).toEqual({ id: { S: 'x' }, n: { S: 'y' } });
    expect(() => modelOf({ name: a.string().as('id') })).toThrow('both stored as id');
    expect(() => modelOf({ pk: a.string() })).toThrow('which the library keeps for itself');
  });
});
