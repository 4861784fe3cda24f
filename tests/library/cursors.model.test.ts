import { createEngine } from '@holdfast/engine';
import fc from 'fast-check';
import { a, entity, type Page, type PageOptions, signedCursors, table } from 'holdfast';
import { beforeAll, describe, expect, it } from 'vitest';

// Reads that are alike in most: a cursor of one goes on in the same read, and in no other.

const File = entity('FILE', {
  key: { pk: 'DISK#{disk}', sk: 'FILE#{seq:3}' },
  attributes: { disk: a.string(), seq: a.number(), kind: a.literal('a', 'b'), until: a.timeToLive() },
  indexes: { bySeq: { pk: 'ON#{disk}', sk: '{seq:3}' }, byKind: { sk: '{kind}#{seq:3}' } },
});
const Folder = entity('FOLDER', {
  key: { pk: 'DISK#{disk}', sk: 'FOLDER#{seq:3}' },
  attributes: { disk: a.string(), seq: a.number() },
});

interface Read {
  readonly source: 'query' | 'bySeq' | 'byKind' | 'folders' | 'collection' | 'scan' | 'scan bySeq';
  readonly disk: 'c' | 'd';
  readonly bound: 'lt' | 'le' | 'gt' | 'ge' | 'between' | undefined;
  readonly seq: 5 | 6;
  readonly kind: 'a' | 'b' | undefined;
  readonly alive: boolean;
  readonly descending: boolean;
}
const reads: fc.Arbitrary<Read> = fc.record({
  source: fc.constantFrom('query', 'bySeq', 'byKind', 'folders', 'collection', 'scan', 'scan bySeq'),
  disk: fc.constantFrom('c', 'd'),
  bound: fc.constantFrom('lt', 'le', 'gt', 'ge', 'between', undefined),
  seq: fc.constantFrom(5, 6),
  kind: fc.constantFrom('a', 'b', undefined),
  alive: fc.boolean(),
  descending: fc.boolean(),
});
/** A read, and one that differs from it in as few things as they say. */
const pairs = fc
  .tuple(
    reads,
    reads,
    fc.uniqueArray(fc.constantFrom('source', 'disk', 'bound', 'seq', 'kind', 'alive', 'descending'), { maxLength: 2 }),
  )
  .map(([one, other, changed]) => {
    const changes = changed.map((name) => [name, other[name as keyof Read]]);
    return [one, { ...one, ...Object.fromEntries(changes) }] as readonly [Read, Read];
  });

/** Not every kind of read takes everything that is asked of it. */
const isScan = ({ source }: Read) => source.startsWith('scan');
const isBounded = (read: Read) => read.bound !== undefined && !isScan(read) && read.source !== 'collection';
const isFiltered = ({ source, kind }: Read) =>
  kind !== undefined && source !== 'byKind' && source !== 'collection' && source !== 'folders';
const isAlive = ({ source, alive }: Read) => alive && source !== 'folders';
const meaningOf = (read: Read) => [
  read.source,
  isScan(read) || read.disk,
  isBounded(read) && [read.bound, read.seq],
  isFiltered(read) && read.kind,
  isAlive(read),
  !isScan(read) && read.descending,
];

/** What the reads have in common, and what some of them lack. */
interface AnyRead {
  lt(bound: object): AnyRead;
  le(bound: object): AnyRead;
  gt(bound: object): AnyRead;
  ge(bound: object): AnyRead;
  between(low: object, high: object): AnyRead;
  filter(condition: (file: { kind: { eq(kind: string): unknown } }) => unknown): AnyRead;
  excludeExpired(): AnyRead;
  descending(): AnyRead;
  pageSize(items: number): AnyRead;
  page(options?: PageOptions): Promise<Page<unknown>>;
}

describe.each([
  ['with a checksum', {}],
  ['signed', { cursors: signedCursors('a secret of at least 32 characters') }],
])('a cursor %s', (_name, cursors) => {
  const disk = table({ name: 'disk', backend: createEngine().backend(), entities: [File, Folder], ...cursors });
  const files = disk.of(File);

  beforeAll(async () => {
    await disk.createTable();
    const until = new Date('2999-01-01T00:00:00.000Z');
    for (const name of ['c', 'd']) {
      for (let seq = 1; seq <= 9; seq += 1) {
        await files.put({ disk: name, seq, kind: seq % 2 === 0 ? 'a' : 'b', until }).send();
        await disk.of(Folder).put({ disk: name, seq }).send();
      }
    }
  });

  function open(read: Read): AnyRead {
    const { bound, seq, kind } = read;
    let rows = rowsOf(read);
    if (isBounded(read)) {
      if (bound === 'between') rows = rows.between({ seq: 1 }, { seq });
      else if (bound !== undefined) rows = rows[bound]({ seq });
    }
    if (isFiltered(read)) rows = rows.filter((file) => file.kind.eq(kind ?? ''));
    if (isAlive(read)) rows = rows.excludeExpired();
    return read.descending && !isScan(read) ? rows.descending() : rows;
  }
  function rowsOf({ source, disk: name }: Read): AnyRead {
    const reads: Record<Read['source'], () => unknown> = {
      query: () => files.query({ disk: name }),
      bySeq: () => files.index('bySeq').query({ disk: name }),
      byKind: () => files.index('byKind').query({ disk: name, kind: 'a' }),
      folders: () => disk.of(Folder).query({ disk: name }),
      collection: () => disk.query(File, Folder, { disk: name }),
      scan: () => files.scan(),
      'scan bySeq': () => files.index('bySeq').scan(),
    };
    return reads[source]() as AnyRead;
  }

  it('is refused by every read that is not the one it came from', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(pairs, async ([one, other]) => {
        const { cursor } = await open(one).pageSize(2).page();
        if (cursor === undefined) return;
        const page = open(other).page({ after: cursor });
        if (JSON.stringify(meaningOf(one)) === JSON.stringify(meaningOf(other))) {
          await expect(page).resolves.toMatchObject({ items: expect.anything() });
        } else {
          refused += 1;
          await expect(page).rejects.toMatchObject({
            name: 'ValidationError',
            message: expect.stringContaining('is no cursor that a page of this read gave'),
          });
        }
      }),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  it.each([
    ['lt', 'le'],
    ['le', 'lt'],
    ['gt', 'ge'],
    ['ge', 'gt'],
  ] as const)('of a read by %s is refused by %s', async (one, other) => {
    const { cursor = '' } = await files.query({ disk: 'd' })[one]({ seq: 5 }).pageSize(2).page();
    await expect(files.query({ disk: 'd' })[other]({ seq: 5 }).page({ after: cursor })).rejects.toThrow('is no cursor');
  });
});
