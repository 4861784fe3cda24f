import { createEngine } from '@holdfast/engine';
import type { Backend } from '@holdfast/wire';
import fc from 'fast-check';
import { a, entity, InDoubtError, table, transactWrite, ValidationError } from 'holdfast';
import { kafkaBatch, kafkaVersion, latestWins, sqsBatch } from 'holdfast/recipes/latest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend } from '../backends.js';
import { faultyStore } from '../faulty-store.js';

const Match = entity('MATCH', {
  key: { pk: 'MATCH#{id}', sk: 'MATCH' },
  attributes: {
    id: a.string(),
    home: a.number().optional(),
    away: a.number().optional(),
    scoreAt: a.number().optional(),
    venue: a.string().optional(),
    venueAt: a.timestamp().optional(),
    venueBy: a.string().optional(),
  },
});
const groups = {
  score: { version: 'scoreAt', fields: ['home', 'away'] },
  venue: { version: 'venueAt', fields: ['venue'], source: 'venueBy' },
} as const;

const shopOn = (backend: Backend, name = 'live') => table({ name, backend, entities: [Match] });
const score = (version: number, home = version, away: number | undefined = 0) => ({
  version,
  values: { home, away },
});
const venue = (at: number, name = `v${at}`, source = 'feed') => ({
  version: new Date(at),
  values: { venue: name },
  source,
});

describe.each(backends)('latest wins, on $name', ({ open, capabilities }) => {
  let store: OpenBackend;
  let shop: ReturnType<typeof shopOn>;
  beforeAll(async () => {
    store = await open();
    shop = shopOn(store.backend, `live-${store.backend.runtime.uuid()}`);
    await shop.createTable();
  });
  afterAll(async () => {
    await store.backend.execute('DeleteTable', { TableName: shop.name });
    await store.close();
  });
  const live = () => latestWins(shop.of(Match), { groups });
  const stored = (id: string) => shop.of(Match).get({ id }).consistent().orThrow();

  if (!capabilities.returnValuesOnConditionCheckFailure) {
    it('is refused, where a failed condition does not bring the stored item', async () => {
      await expect(live().apply({ id: 'a' }, { score: score(1) })).rejects.toThrow();
      expect(await shop.of(Match).get({ id: 'a' }).send()).toBeUndefined();
    });
    return;
  }

  it('tells applied, already stored and superseded apart', async () => {
    expect(await live().apply({ id: 'a' }, { score: score(5) })).toEqual({ score: 'applied' });
    expect(await live().apply({ id: 'a' }, { score: score(5) })).toEqual({ score: 'already stored' });
    expect(await live().apply({ id: 'a' }, { score: score(4) })).toEqual({ score: 'superseded' });
    expect(await stored('a')).toMatchObject({ home: 5, scoreAt: 5 });
  });

  it('holds all groups of an event back together, or writes each by itself', async () => {
    await live().apply({ id: 'b' }, { score: score(5), venue: venue(5) });
    const changes = { score: score(4), venue: venue(6) };
    expect(await live().apply({ id: 'b' }, changes, { together: true })).toEqual({
      score: 'superseded',
      venue: 'held back',
    });
    expect((await stored('b')).venue).toBe('v5');
    expect(await live().apply({ id: 'b' }, changes)).toEqual({ score: 'superseded', venue: 'applied' });
    expect(await stored('b')).toMatchObject({ home: 5, venue: 'v6' });
  });

  it('refuses to mix sources, whose versions do not compare', async () => {
    await live().apply({ id: 'c' }, { venue: venue(5) });
    expect(await live().apply({ id: 'c' }, { venue: venue(9, 'v9', 'other') })).toEqual({ venue: 'other source' });
    expect(await stored('c')).toMatchObject({ venue: 'v5', venueBy: 'feed' });
  });

  it('removes a field that an event says is gone', async () => {
    await live().apply({ id: 'd' }, { score: score(1, 1, 1) });
    await live().apply({ id: 'd' }, { score: { version: 2, values: { home: 1, away: undefined } } });
    expect((await stored('d')).away).toBeUndefined();
  });

  it('keeps the first of two events with equal versions, whatever the other says', async () => {
    await live().apply({ id: 'f' }, { score: score(1, 7) });
    expect(await live().apply({ id: 'f' }, { score: score(1, 8) })).toEqual({ score: 'already stored' });
    expect((await stored('f')).home).toBe(7);
  });

  it('forgets the versions of an item that is deleted, so that a late event brings it back', async () => {
    await live().apply({ id: 'g' }, { score: score(5) });
    await shop.of(Match).delete({ id: 'g' }).send();
    expect(await live().apply({ id: 'g' }, { score: score(4) })).toEqual({ score: 'applied' });
    expect((await stored('g')).home).toBe(4);
  });

  it('joins a transaction', async () => {
    await transactWrite({ live: live().operation({ id: 'e' }, { score: score(2) }) }).send();
    const late = await transactWrite({ live: live().operation({ id: 'e' }, { score: score(1) }) }).trySend();
    expect(late.applied).toBe(false);
    expect((await stored('e')).home).toBe(2);
  });
});

describe('latest wins', () => {
  const engineShop = async () => {
    const shop = shopOn(createEngine().backend());
    await shop.createTable();
    return shop;
  };
  const live = latestWins(shopOn(createEngine().backend()).of(Match), { groups });

  it('ends in the same state for any order, repetition and split into batches', async () => {
    const event = fc.record({ id: fc.constantFrom('a', 'b'), version: fc.integer({ min: 1, max: 8 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(event, { maxLength: 6 }), { maxLength: 4 }), async (batches) => {
        const shop = await engineShop();
        const each = latestWins(shop.of(Match), { groups });
        for (const batch of batches) {
          const events = batch.map(({ id, version }) => ({ key: { id }, changes: { score: score(version) } }));
          for (const { key, changes } of each.fold(events)) await each.apply(key, changes);
        }
        for (const id of ['a', 'b']) {
          const versions = batches.flat().flatMap((one) => (one.id === id ? [one.version] : []));
          const latest = versions.length === 0 ? undefined : Math.max(...versions);
          const item = await shop.of(Match).get({ id }).consistent().send();
          expect([item?.scoreAt, item?.home]).toEqual([latest, latest]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is told that its version is stored where the answer was lost, also twice', async () => {
    for (const fates of [['unanswered'], ['unanswered', 'unanswered'], ['twice'], ['failing']] as const) {
      const store = faultyStore();
      const shop = shopOn(store.backend);
      await shop.createTable();
      store.meet(...fates);
      const outcome = await latestWins(shop.of(Match), { groups }).apply({ id: 'a' }, { score: score(1) });
      expect(['applied', 'already stored']).toContain(outcome.score);
      expect((await shop.of(Match).get({ id: 'a' }).consistent().orThrow()).home).toBe(1);
    }
  });

  it('ends in doubt where no answer arrives, and what lands late changes nothing', async () => {
    const store = faultyStore();
    const shop = shopOn(store.backend);
    await shop.createTable();
    store.meet(...Array.from({ length: 60 }, () => 'late' as const));
    const late = latestWins(shop.of(Match), { groups }).apply({ id: 'a' }, { score: score(1) });
    await expect(late).rejects.toThrow(InDoubtError);
    while (store.writes < 60)
      await shop
        .of(Match)
        .delete({ id: 'none' })
        .send({ maxAttempts: 1 })
        .catch(() => {});
    await latestWins(shop.of(Match), { groups }).apply({ id: 'a' }, { score: score(2) });
    await store.land();
    expect((await shop.of(Match).get({ id: 'a' }).consistent().orThrow()).home).toBe(2);
  });

  it('refuses before sending what does not fit', async () => {
    const bad = (changes: object) => live.apply({ id: 'a' }, changes as never);
    await expect(bad({})).rejects.toThrow(ValidationError);
    await expect(bad({ prices: score(1) })).rejects.toThrow('has no group prices');
    await expect(bad({ score: { version: 1, values: { home: 1 } } })).rejects.toThrow('away was not given');
    await expect(bad({ score: { ...score(1), source: 'x' } })).rejects.toThrow('keeps no source');
    await expect(bad({ venue: { ...venue(1), source: undefined } })).rejects.toThrow('keeps its source in venueBy');
    const fold = () =>
      live.fold([venue(1), venue(2, 'v', 'b')].map((each) => ({ key: { id: 'a' }, changes: { venue: each } })));
    expect(fold).toThrow('do not compare');
  });

  it('refuses text as a version, a field in two groups, and what a first event would leave out', () => {
    const Bad = entity('BAD', {
      key: { pk: 'BAD#{id}', sk: 'BAD' },
      attributes: { id: a.string(), at: a.string().optional(), n: a.number().optional(), name: a.string() },
    });
    const handle = table({ name: 'bad', backend: createEngine().backend(), entities: [Bad] }).of(Bad);
    const made = (each: object) => () => latestWins(handle, { groups: each as never });
    expect(made({})).toThrow('at least one group');
    expect(made({ g: { version: 'at', fields: [] } })).toThrow('BAD.at is a string');
    expect(made({ g: { version: 'n', fields: ['n'] } })).toThrow('in the groups g and g');
    expect(made({ g: { version: 'n', fields: ['name'] } })).toThrow('BAD.name is required');
  });
});

describe('a batch of SQS', () => {
  const records = ['a1', 'b1', 'a2', 'b2'].map((messageId) => ({ messageId, body: messageId }));
  const work = async ({ body }: { body: string }) => {
    if (body === 'a1') throw new Error('no');
  };
  it('hands back only what failed, and tells why', async () => {
    const told: unknown[] = [];
    const answer = await sqsBatch({ Records: records }, work, (error) => told.push(error));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'a1' }] });
    expect(told).toHaveLength(1);
  });
  it('hands back what follows a failure in its message group', async () => {
    const fifo = records.map((each) => ({ ...each, attributes: { MessageGroupId: each.body.charAt(0) } }));
    const answer = await sqsBatch({ Records: fifo }, work);
    expect(answer.batchItemFailures.map((each) => each.itemIdentifier)).toEqual(['a1', 'a2']);
  });
});

describe('a batch of Kafka', () => {
  const message = (partition: number, offset: string) => ({ topic: 'scores', partition, offset });
  it('resolves the offsets of each partition up to its first failure', async () => {
    const worked: string[] = [];
    const told: unknown[] = [];
    const batch = [
      message(0, '7'),
      message(1, '3'),
      message(0, '8'),
      message(0, '9'),
      message(1, '4'),
      message(2, '1'),
    ];
    const offsets = await kafkaBatch(
      batch,
      async ({ partition, offset }) => {
        if ((partition === 0 && offset === '8') || partition === 2) throw new Error('no');
        worked.push(`${partition}:${offset}`);
      },
      (error) => told.push(error),
    );
    expect(worked).toEqual(['0:7', '1:3', '1:4']);
    expect(offsets).toEqual([message(0, '8'), message(1, '5')]);
    expect(told).toHaveLength(2);
  });
  it('names the partition as the source, and loses no digit of an offset', () => {
    expect(kafkaVersion(message(3, '9007199254740993'))).toEqual({ version: 9007199254740993n, source: 'scores-3' });
  });
});
