import fc from 'fast-check';
import { a, entity, signedCursors, table, ValidationError } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend, runsOn } from './backends.js';
import { inTheEnd } from './in-the-end.js';

const Entry = entity('ENTRY', {
  key: { pk: 'LOG#{log}', sk: 'ENTRY#{seq:4}' },
  attributes: {
    log: a.string(),
    seq: a.number(),
    kind: a.literal('a', 'b', 'c'),
    text: a.string().optional(),
    until: a.timeToLive(),
  },
  indexes: { byKind: { pk: 'KIND#{kind}', sk: '{seq:4}' } },
});
const Other = entity('OTHER', {
  key: { pk: 'LOG#{log}', sk: 'ENTRY-{id}' },
  attributes: { log: a.string(), id: a.string() },
});
// nothing expires while the test looks at it
const now = Date.UTC(2999, 0, 1);

interface Item {
  readonly log: string;
  readonly seq: number;
  readonly kind: 'a' | 'b' | 'c';
  readonly text?: string;
  readonly until?: Date;
}
const items: fc.Arbitrary<Item[]> = fc.uniqueArray(
  fc.record(
    {
      log: fc.constant('l'),
      seq: fc.nat({ max: 60 }),
      kind: fc.constantFrom('a' as const, 'b' as const, 'c' as const),
      // a page ends at 1 MB
      text: fc.constantFrom('x', 'x'.repeat(300_000)),
      until: fc.constantFrom(new Date(now - 1000), new Date(now + 1000)),
    },
    { requiredKeys: ['log', 'seq', 'kind'] },
  ),
  { selector: ({ seq }) => seq, maxLength: 14 },
);
/** A call that bounds the sort key. */
type Bound = readonly ['lt' | 'le' | 'gt' | 'ge', number] | readonly ['between', number, number];
interface Read {
  readonly source: 'query' | 'index' | 'scan';
  readonly limit: number | undefined;
  readonly pageSize: number | undefined;
  readonly descending: boolean;
  readonly bound: Bound | undefined;
  readonly kind: 'a' | 'b' | 'c' | undefined;
  readonly alive: boolean;
  readonly consistent: boolean;
}
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const seq = fc.nat({ max: 60 });
const bounds: fc.Arbitrary<Bound> = fc.oneof(
  fc.tuple(fc.constantFrom('lt' as const, 'le' as const, 'gt' as const, 'ge' as const), seq),
  fc.tuple(seq, seq).map(([one, other]) => ['between' as const, Math.min(one, other), Math.max(one, other)] as const),
);
const read: fc.Arbitrary<Read> = fc.record({
  source: fc.constantFrom('query' as const, 'index' as const, 'scan' as const),
  limit: maybe(fc.integer({ min: 1, max: 5 })),
  pageSize: maybe(fc.integer({ min: 1, max: 5 })),
  descending: fc.boolean(),
  bound: maybe(bounds),
  kind: maybe(fc.constantFrom('a' as const, 'b' as const, 'c' as const)),
  alive: fc.boolean(),
  consistent: fc.boolean(),
});

describe.each(backends)('pages on $name', (kind) => {
  let store: OpenBackend;
  beforeAll(async () => {
    store = await kind.open();
  });
  afterAll(() => store.close());

  it('are together what one read gives, and what a model of it gives, whatever their size', async () => {
    await fc.assert(
      fc.asyncProperty(items, read, fc.boolean(), async (stored, wanted, isSigned) => {
        const { backend } = store;
        const frozen = { ...backend.runtime, now: () => now };
        const shop = table({
          name: `log-${backend.runtime.uuid()}`,
          backend: { runtime: frozen, capabilities: backend.capabilities, execute: backend.execute.bind(backend) },
          entities: [Entry, Other],
          ...(isSigned ? { cursors: signedCursors('a secret of at least 32 characters') } : {}),
        });
        await shop.createTable();
        for (const item of stored) await shop.of(Entry).put(item).send();
        for (const id of ['x', 'y']) await shop.of(Other).put({ log: 'l', id }).send();

        const open = () => {
          const entries = shop.of(Entry);
          const { source, bound, descending, limit, pageSize, kind, alive, consistent } = wanted;
          if (source === 'scan') {
            let scan = entries.scan();
            if (kind !== undefined) scan = scan.filter((e) => e.kind.eq(kind));
            if (limit !== undefined) scan = scan.limit(limit);
            if (pageSize !== undefined) scan = scan.pageSize(pageSize);
            if (alive) scan = scan.excludeExpired();
            return consistent ? scan.consistent() : scan;
          }
          if (source === 'index') {
            let query = entries.index('byKind').query({ kind: kind ?? 'a' });
            if (bound !== undefined) query = bounded(query, bound);
            if (descending) query = query.descending();
            if (limit !== undefined) query = query.limit(limit);
            if (pageSize !== undefined) query = query.pageSize(pageSize);
            return alive ? query.excludeExpired() : query;
          }
          let query = entries.query({ log: 'l' });
          if (bound !== undefined) query = bounded(query, bound);
          if (kind !== undefined) query = query.filter((e) => e.kind.eq(kind));
          if (descending) query = query.descending();
          if (limit !== undefined) query = query.limit(limit);
          if (pageSize !== undefined) query = query.pageSize(pageSize);
          if (alive) query = query.excludeExpired();
          return consistent ? query.consistent() : query;
        };

        // an index follows its table after a while
        if (wanted.source === 'index') {
          await inTheEnd(async () => expect(await shop.of(Entry).index('byKind').scan().count()).toBe(stored.length));
        }

        const expected = stored
          .filter(({ kind }) => kind === (wanted.kind ?? (wanted.source === 'index' ? 'a' : kind)))
          .filter(({ seq }) => wanted.source === 'scan' || isWithin(seq, wanted.bound))
          .filter(({ until }) => !wanted.alive || until === undefined || until.getTime() > now)
          .sort((one, other) => one.seq - other.seq);
        if (wanted.descending && wanted.source !== 'scan') expected.reverse();

        const paged: Item[] = [];
        let after: string | undefined;
        do {
          // a cursor goes through a URL and back
          const page = await open().page({ after: after && decodeURIComponent(encodeURIComponent(after)) });
          if (wanted.limit !== undefined) expect(page.items.length).toBeLessThanOrEqual(wanted.limit);
          // with a limit, only the last page is short
          if (wanted.limit !== undefined && page.cursor !== undefined) expect(page.items).toHaveLength(wanted.limit);
          paged.push(...page.items);
          after = page.cursor;
          if (after !== undefined) await expectRefused(after, (cursor) => open().page({ after: cursor }));
        } while (after !== undefined);
        expect(paged).toEqual(expected);

        const first = expected.slice(0, wanted.limit);
        expect(await open().all()).toEqual(first);
        expect(await open().count()).toBe(first.length);
        const iterated: number[] = [];
        for await (const { seq } of open()) iterated.push(seq);
        expect(iterated).toEqual(first.map(({ seq }) => seq));
        await backend.execute('DeleteTable', { TableName: shop.name });
      }),
      { numRuns: runsOn(kind, 150) },
    );
  });
});

interface Bounded<Query> {
  lt(bound: { seq: number }): Query;
  le(bound: { seq: number }): Query;
  gt(bound: { seq: number }): Query;
  ge(bound: { seq: number }): Query;
  between(low: { seq: number }, high: { seq: number }): Query;
}
function bounded<Query extends Bounded<Query>>(query: Query, bound: Bound): Query {
  if (bound[0] === 'between') return query.between({ seq: bound[1] }, { seq: bound[2] });
  return query[bound[0]]({ seq: bound[1] });
}
function isWithin(seq: number, bound: Bound | undefined): boolean {
  if (bound === undefined) return true;
  const [kind, one, other = one] = bound;
  switch (kind) {
    case 'lt':
      return seq < one;
    case 'le':
      return seq <= one;
    case 'gt':
      return seq > one;
    case 'ge':
      return seq >= one;
    case 'between':
      return seq >= one && seq <= other;
  }
}

/** Any change of one character is seen. */
async function expectRefused(cursor: string, send: (cursor: string) => Promise<unknown>): Promise<void> {
  const at = cursor.length >> 1;
  const other = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
  await expect(send(other)).rejects.toThrow(ValidationError);
}
