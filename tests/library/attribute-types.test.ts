import { createEngine } from '@holdfast/engine';
import fc from 'fast-check';
import { a, Decimal, entity, type Infer, StoredItemError, table, ValidationError } from 'holdfast';
import { describe, expect, expectTypeOf, it } from 'vitest';

interface Money {
  readonly currency: string;
  readonly amount: Decimal;
}
const money = () =>
  a.custom<Money>({
    type: 'S',
    encode: ({ currency, amount }) => `${currency} ${amount}`,
    decode(text) {
      const [currency = '', amount = ''] = text.split(' ');
      return { currency, amount: Decimal.from(amount) };
    },
  });
const celsius = () =>
  a.custom<{ readonly kelvin: number }>({
    type: 'N',
    encode: ({ kelvin }) => String(kelvin - 273),
    decode: (text) => ({ kelvin: Number(text) + 273 }),
  });
const bits = () =>
  a.custom<readonly boolean[]>({
    type: 'B',
    encode: (value) => Uint8Array.from(value, Number),
    decode: (bytes) => [...bytes].map((byte) => byte === 1),
  });

const Probe = entity('PROBE', {
  key: { pk: 'PROBE#{at}', sk: '{heat}' },
  attributes: {
    at: a.timestampMicroseconds(),
    heat: celsius(),
    price: money().optional(),
    bits: bits().default([]),
    seen: a.timestampMicroseconds().optional(),
  },
  indexes: { byPrice: { pk: '{price}', sk: '{seen}' } },
});
const lab = table({ name: 'lab', backend: createEngine().backend(), entities: [Probe] });
const probes = lab.of(Probe);
const at = BigInt(Date.UTC(2026, 0, 1)) * 1000n;

describe('attributes of the program’s own types', () => {
  it('are stored as they say, compared and part of keys', async () => {
    await lab.createTable();
    expectTypeOf<Infer<typeof Probe>>().toEqualTypeOf<{
      at: bigint;
      heat: { readonly kelvin: number };
      price?: Money;
      bits: readonly boolean[];
      seen?: bigint;
    }>();
    const probe = {
      at: at + 1n,
      heat: { kelvin: 300 },
      price: { currency: 'EUR', amount: Decimal.from('1.50') },
      bits: [true, false],
      seen: at + 5n,
    };
    await probes.create(probe).send();
    expect(await probes.get({ at: at + 1n, heat: { kelvin: 300 } }).orThrow()).toEqual(probe);
    const { output } = await lab.backend.execute('Scan', { TableName: 'lab' });
    expect(output.Items?.[0]).toMatchObject({
      pk: { S: 'PROBE#2026-01-01T00:00:00.000001Z' },
      sk: { S: '27' },
      heat: { N: '27' },
      price: { S: 'EUR 1.5' },
      bits: { B: Uint8Array.of(1, 0) },
    });
    const { price } = probe;
    expect(
      await probes
        .index('byPrice')
        .query({ price })
        .ge({ seen: at + 5n })
        .all(),
    ).toEqual([probe]);
    expect(
      await probes
        .index('byPrice')
        .query({ price })
        .gt({ seen: at + 5n })
        .all(),
    ).toEqual([]);
    const update = probes.update({ at: at + 1n, heat: { kelvin: 300 } });
    await update
      .set({ bits: [] })
      .if((p) => p.price.eq(price).and(p.seen.lt(at + 6n)))
      .send();
    expect(
      (
        await probes
          .scan()
          .filter((p) => p.heat.gt({ kelvin: 1 }))
          .all()
      )[0]?.bits,
    ).toEqual([]);
  });

  it('name the attribute where their functions fail', async () => {
    const bad = { at, heat: { kelvin: 1 }, price: undefined as unknown as Money };
    expect(() => probes.put({ ...bad, heat: { kelvin: Number.NaN } })).toThrow(/^PROBE.heat: NaN is no number/);
    expect(() => probes.put({ ...bad, price: null as unknown as Money })).toThrow(/^PROBE.price: Cannot destructure/);
    await lab.backend.execute('PutItem', {
      TableName: 'lab',
      Item: {
        pk: { S: 'PROBE#2026-01-01T00:00:00.000000Z' },
        sk: { S: '-272' },
        _entity: { S: 'PROBE' },
        at: { S: '2026-01-01T00:00:00.000000Z' },
        heat: { N: '-272' },
        price: { S: 'EUR cheap' },
      },
    });
    await expect(probes.get({ at, heat: { kelvin: 1 } }).send()).rejects.toThrow(StoredItemError);
    await expect(probes.get({ at, heat: { kelvin: 1 } }).send()).rejects.toThrow('PROBE.price: ');
  });
});

describe('times in microseconds', () => {
  const earliest = BigInt(Date.parse('0000-01-01T00:00:00.000Z')) * 1000n;
  const latest = BigInt(Date.parse('9999-12-31T23:59:59.999Z')) * 1000n + 999n;
  const { encode, decode } = a.timestampMicroseconds()['~facts'].codec;
  const time = fc.bigInt({ min: earliest, max: latest });

  it('keep every microsecond, are of one width, and sort as times', () => {
    fc.assert(
      fc.property(time, fc.boolean(), time, fc.bigInt({ min: 1n, max: 1000n }), (one, isNear, far, near) => {
        const two = isNear ? one + near : far;
        fc.pre(two <= latest);
        const [first, second] = [encode(one, 'T'), encode(two, 'T')];
        if (!first || !second || !('S' in first && 'S' in second)) throw new Error('no text');
        expect(decode(first, 'T')).toBe(one);
        expect(first.S).toHaveLength(27);
        expect(first.S < second.S).toBe(one < two);
      }),
    );
  });

  it('refuse years that would sort wrongly, other widths, and other values', () => {
    expect(() => encode(earliest - 1n, 'T')).toThrow('T takes microseconds of the years 0000 to 9999');
    expect(() => encode(latest + 1n, 'T')).toThrow(ValidationError);
    expect(() => encode(10n ** 30n, 'T')).toThrow(ValidationError);
    expect(() => encode(new Date(), 'T')).toThrow('T takes a bigint, microseconds since 1970');
    for (const S of ['2026-01-01T00:00:00.000Z', '2026-13-01T00:00:00.000000Z', 'now']) {
      expect(() => decode({ S }, 'T')).toThrow(StoredItemError);
    }
  });
});

describe('documents', () => {
  const Doc = entity('DOC', {
    key: { pk: 'DOC#{id}' },
    attributes: {
      id: a.string(),
      map: a.map({
        n: a.number().as('number'),
        big: a.bigint().optional(),
        inner: a.map({ exact: a.decimal(), at: a.timestamp().optional() }).as('i'),
        flag: a.boolean().default(true),
      }),
      list: a.list(a.map({ set: a.stringSet(), name: a.string().optional() })),
      record: a.record(a.list(a.number())),
      union: a.union('type', {
        card: { last4: a.string().as('l') },
        cash: { given: a.decimal(), notes: a.list(a.number()) },
      }),
    },
  });
  const docs = table({ name: 'docs', backend: createEngine().backend(), entities: [Doc] });
  const digits = fc.tuple(fc.boolean(), fc.stringMatching(/^[1-9]\d{0,36}[1-9]$/), fc.integer({ min: -80, max: 80 }));
  const decimal = digits.map(([isNegative, text, power]) => Decimal.from(`${isNegative ? '-' : ''}${text}e${power}`));
  const number = fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -9.99e125, max: 9.99e125 })
    .map((x) => (Math.abs(x) < 1e-130 ? 0 : x));
  const optional = <K extends string, T>(key: K, values: fc.Arbitrary<T>) =>
    fc
      .option(values, { nil: undefined })
      .map((value) => (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: T });
  const doc = fc
    .record({
      inner: fc.tuple(
        decimal,
        optional('at', fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
      ),
      n: number,
      big: optional('big', fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n })),
      flag: fc.boolean(),
      list: fc.array(fc.tuple(fc.uniqueArray(fc.string(), { maxLength: 3 }), optional('name', fc.string())), {
        maxLength: 3,
      }),
      record: fc.dictionary(fc.string(), fc.array(number, { maxLength: 3 }), { maxKeys: 4, noNullPrototype: true }),
      union: fc.oneof(
        fc.record({ type: fc.constant('card' as const), last4: fc.string() }),
        fc.record({ type: fc.constant('cash' as const), given: decimal, notes: fc.array(number, { maxLength: 2 }) }),
      ),
    })
    .map(({ inner: [exact, innerAt], n, big, flag, list, record, union }) => ({
      id: 'd',
      map: { n, ...big, inner: { exact, ...innerAt }, flag },
      list: list.map(([set, name]) => ({ set: new Set(set), ...name })),
      record,
      union,
    }));

  it('come back as they were put, to the last digit', async () => {
    await docs.createTable();
    await fc.assert(
      fc.asyncProperty(doc, async (given) => {
        await docs.of(Doc).put(given).send();
        expect(await docs.of(Doc).get({ id: 'd' }).orThrow()).toEqual(given);
      }),
      { numRuns: 150 },
    );
  });

  it('keep what newer programs put into them, through updates and a put of what was read', async () => {
    const Newer = entity('DOC', {
      key: { pk: 'DOC#{id}' },
      attributes: {
        id: a.string(),
        map: a.map({
          n: a.number().as('number'),
          added: a.string(),
          inner: a.map({ exact: a.decimal(), more: a.string() }).as('i'),
        }),
        list: a.list(a.map({ set: a.stringSet(), fresh: a.number() })),
        record: a.record(a.list(a.number())),
        union: a.union('type', { card: { last4: a.string().as('l'), holder: a.string() } }),
        extra: a.string(),
      },
    });
    const newer = table({ name: 'docs', backend: docs.backend, entities: [Newer] });
    const item = {
      id: 'n',
      map: { n: 1, added: 'x', inner: { exact: Decimal.from(1), more: 'm' } },
      list: [{ set: new Set(['a']), fresh: 1 }],
      record: {},
      union: { type: 'card', last4: '1', holder: 'ann' } as const,
      extra: 'e',
    };
    await newer.of(Newer).put(item).send();
    const older = docs.of(Doc);
    const read = await older.get({ id: 'n' }).orThrow();
    await older.put({ ...read, map: { ...read.map, n: 2 } }).send();
    await older
      .update({ id: 'n' })
      .set((d) => [d.map.at('inner').at('exact').to('3'), d.record.at('k.1').to([1])])
      .send();
    expect(await newer.of(Newer).get({ id: 'n' }).orThrow()).toMatchObject({
      ...item,
      map: { n: 2, added: 'x', inner: { exact: Decimal.from(3), more: 'm' } },
      record: { 'k.1': [1] },
    });
  });

  it('are refused where the service would refuse them, or a number would lose digits', async () => {
    const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)]);
    const Json = entity('JSON', { key: { pk: 'JSON#{id}' }, attributes: { id: a.string(), json: a.json() } });
    const jsons = table({ name: 'docs', backend: docs.backend, entities: [Json] }).of(Json);
    await jsons.put({ id: '1', json: deep(32) }).send();
    expect(() => jsons.put({ id: '1', json: deep(33) }).explain()).toThrow('json nests lists and maps over 32 deep');
    expect(() => jsons.put({ id: '1', json: { a: [1, { 'b c': deep(31) }] } }).explain()).toThrow(
      `which DynamoDB does not take, at json.a[1]."b c"${'[0]'.repeat(30)}; store it as text`,
    );
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    expect(() => jsons.put({ id: '1', json: cyclic })).toThrow('JSON.json[0][0]');
    await docs.backend.execute('PutItem', {
      TableName: 'docs',
      Item: { pk: { S: 'JSON#2' }, _entity: { S: 'JSON' }, id: { S: '2' }, json: { L: [{ N: '9007199254740993' }] } },
    });
    await expect(jsons.get({ id: '2' }).send()).rejects.toThrow(
      /JSON\.json.*the stored 9007199254740993 does not fit a number; declare a.decimal\(\) or a.bigint\(\)/,
    );
  });
});
