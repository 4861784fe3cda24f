import type { Backend } from '@holdfast/wire';
import fc from 'fast-check';
import { a, Decimal, entity, table } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';

const Everything = entity('EVERYTHING', {
  key: { pk: 'E#{id}', sk: 'E' },
  attributes: {
    id: a.string(),
    text: a.string(),
    count: a.number(),
    large: a.bigint(),
    exact: a.decimal(),
    flag: a.boolean(),
    bytes: a.binary(),
    words: a.stringSet(),
    numbers: a.numberSet(),
    list: a.list(a.number()),
    place: a.map({ city: a.string().as('c'), seats: a.number().optional() }),
    names: a.record(a.string()),
    body: a.json<unknown>(),
    kind: a.literal('x', 'y'),
    pay: a.union('type', { card: { last: a.string() }, cash: {} }),
    at: a.timestamp(),
    until: a.epochSeconds(),
    note: a.string().optional(),
  },
});
const tableOn = (backend: Backend) =>
  table({ name: `values-${backend.runtime.uuid()}`, backend, entities: [Everything] });
const itemsOf = (made: ReturnType<typeof tableOn>) => made.of(Everything);

const time = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e120, max: 1e120 }))
  .map((each) => (Math.abs(each) < 1e-120 ? 0 : each));
const digits = fc.bigInt({ min: -(10n ** 38n - 1n), max: 10n ** 38n - 1n });
const name = fc.stringMatching(/^[a-z]{1,5}$/);
const everything = fc.record(
  {
    id: fc.constant('e'),
    text,
    count: number,
    large: digits,
    exact: fc.tuple(digits, fc.integer({ min: -80, max: 80 })).map(([value, exponent]) => `${value}e${exponent}`),
    flag: fc.boolean(),
    bytes: fc.uint8Array({ maxLength: 8 }),
    words: fc.uniqueArray(text, { maxLength: 4 }).map((each) => new Set(each)),
    numbers: fc.uniqueArray(fc.integer(), { maxLength: 4 }).map((each) => new Set(each)),
    list: fc.array(number, { maxLength: 4 }),
    place: fc.record({ city: text, seats: number }, { requiredKeys: ['city'] }),
    names: fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true }),
    body: fc
      .jsonValue({ maxDepth: 3 })
      .map((each) => JSON.stringify(each))
      // which dynalite takes for a prototype
      .filter((json) => !json.includes('__proto__'))
      .map((json): unknown => JSON.parse(json, tiny)),
    kind: fc.constantFrom('x' as const, 'y' as const),
    pay: fc.oneof(
      text.map((last) => ({ type: 'card' as const, last })),
      fc.constant({ type: 'cash' as const }),
    ),
    at: time,
    until: time.map((each) => new Date(Math.floor(each.getTime() / 1_000) * 1_000)),
    note: text,
  },
  {
    requiredKeys: [
      'id',
      'text',
      'count',
      'large',
      'exact',
      'flag',
      'bytes',
      'words',
      'numbers',
      'list',
      'place',
      'names',
      'body',
      'kind',
      'pay',
      'at',
      'until',
    ],
  },
);
/** What DynamoDB's numbers do not reach. */
function tiny(_key: string, value: unknown): unknown {
  return typeof value === 'number' && (Math.abs(value) < 1e-120 || Math.abs(value) > 1e120) ? 0 : value;
}

describe.each(backends)('values on $name', ({ open }) => {
  let store: OpenBackend;
  let items: ReturnType<typeof itemsOf>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    store = await open();
    const made = tableOn(store.backend);
    items = itemsOf(made);
    await made.createTable();
    close = async () => {
      await store.backend.execute('DeleteTable', { TableName: made.name });
      await store.close();
    };
  });
  afterAll(() => close());

  it('come back as they were written, to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(everything, async (item) => {
        const written = await items.put(item).send();
        const read = await items.get({ id: 'e' }).consistent().orThrow();
        expect(read).toEqual(written);
        const { exact, ...others } = read;
        const { exact: given, ...rest } = item;
        expect(others).toEqual(rest);
        expect(exact.equals(Decimal.from(given))).toBe(true);
        // what was read can be written back, and changes nothing
        await items.put(read).send();
        expect(await items.get({ id: 'e' }).consistent().orThrow()).toEqual(read);
      }),
      { numRuns: 60 },
    );
  });
});
