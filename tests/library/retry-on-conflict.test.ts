import { createEngine } from '@holdfast/engine';
import type { Backend } from '@holdfast/wire';
import fc from 'fast-check';
import {
  batchWrite,
  InDoubtError,
  type RetryContext,
  type RetryOptions,
  table,
  transactWrite,
  VersionConflictError,
} from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { Account, Note } from './contested-entities.js';
import { type FaultyShop, openFaultyShop } from './faulty-shop.js';
import { impatient } from './faulty-store.js';

let store: FaultyShop['store'];
let shop: FaultyShop['shop'];
let balanceOf: FaultyShop['balanceOf'];
beforeEach(async () => {
  ({ store, shop, balanceOf } = await openFaultyShop());
  await shop.of(Account).create({ id: 'a', balance: 0 }).send();
});

type Notes = ReturnType<typeof shop.of<typeof Note>>;
const accounts = () => shop.of(Account);
const account = () => accounts().get({ id: 'a' }).consistent().orThrow();
async function another(balance = 100) {
  await accounts()
    .put({ ...(await account()), balance })
    .send();
}
/** Adds one, and counts its runs; `between` happens behind the read of each run. */
async function addOne(options?: RetryOptions, between: (context: RetryContext) => Promise<unknown> = async () => {}) {
  const runs: RetryContext[] = [];
  const result = accounts().retryOnConflict(async (context) => {
    runs.push(context);
    const read = await account();
    await between(context);
    return accounts()
      .put({ ...read, balance: read.balance + 1 })
      .send({ signal: context.signal });
  }, options);
  return {
    runs,
    result: await result.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
  };
}

describe('retryOnConflict', () => {
  it('runs again from a new read, five times at most, under one command id', async () => {
    const { runs, result } = await addOne({}, async ({ run }) => run < 5 && another(run * 100));
    expect(result).toMatchObject({ value: { balance: 401, revision: 6 } });
    expect(runs.map(({ run }) => run)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(runs.map(({ commandId }) => commandId)).size).toBe(1);
    expect(runs[0]?.conflict).toBeUndefined();
    expect(runs[1]?.conflict).toBeInstanceOf(VersionConflictError);
    const spent = await addOne({}, () => another());
    expect(spent.runs).toHaveLength(5);
    expect(spent.result).toMatchObject({ error: { name: 'VersionConflictError' } });
    expect((await addOne({ runs: 1 }, () => another())).runs).toHaveLength(1);
    expect(runs[0]?.commandId).not.toBe(spent.runs[0]?.commandId);
  });

  it('runs again for a transaction’s conflict alone where that is asked for', async () => {
    store.meet('conflict', 'conflict');
    const { runs, result } = await addOne({ on: 'transactionConflict' });
    expect(result).toMatchObject({ value: { balance: 1 } });
    expect(runs).toHaveLength(3);
    expect((await addOne({ on: 'transactionConflict' }, () => another())).runs).toHaveLength(1);
  });

  it('takes an answer of trySend for a result, and its orThrow() for a conflict', async () => {
    let runs = 0;
    const late = () => shop.of(Note).create({ id: 'n', text: 'x' });
    await late().send();
    const answer = await shop.retryOnConflict(async () => {
      runs += 1;
      return late().trySend();
    });
    expect([answer.applied, runs]).toEqual([false, 1]);
    runs = 0;
    const thrown = shop.retryOnConflict(async () => {
      runs += 1;
      return (await transactWrite({ note: late() }).trySend()).orThrow();
    });
    await expect(thrown).rejects.toMatchObject({ name: 'TransactionCanceledError' });
    expect(runs).toBe(5);
    runs = 0;
    const single = await shop.retryOnConflict(async ({ run }) => {
      runs += 1;
      return (
        await shop
          .of(Note)
          .create({ id: run < 3 ? 'n' : 'm', text: 'x' })
          .trySend()
      ).orThrow();
    });
    expect([single.id, runs]).toEqual(['m', 3]);
  });

  it('does not run again what may have taken place', async () => {
    const overwrittenAfter = async () => {
      await another();
      return 'carried out' as const;
    };
    const { runs, result } = await addOne(
      {},
      async ({ run }) => run === 1 && store.meet('unanswered', overwrittenAfter),
    );
    expect(result).toMatchObject({ error: { name: 'InDoubtError', resolution: { outcome: 'unknown' } } });
    expect(runs).toHaveLength(1);
    expect(await balanceOf('a')).toBe(100);
  });

  it('runs again where a barrier shows that the doubtful run never took place', async () => {
    const blocked = new InDoubtError('made up', [], undefined);
    await expect(shop.retryOnConflict(() => Promise.reject(blocked))).rejects.toBe(blocked);
    for (const barrier of [false, true]) {
      const before = await balanceOf('a');
      let runs = 0;
      const call = accounts().retryOnConflict(
        async ({ run }) => {
          runs += 1;
          const read = await account();
          if (run === 1) store.meet('late');
          return accounts()
            .put({ ...read, balance: read.balance + 1 })
            .send({ maxAttempts: 1 });
        },
        { barrier },
      );
      if (barrier) await call;
      else await expect(call).rejects.toThrow(InDoubtError);
      expect(runs).toBe(barrier ? 2 : 1);
      await store.land();
      // once each time: late without a barrier, in the second run with one
      expect(await balanceOf('a')).toBe(before + 1);
    }
  });

  it('begins a run with the stored item that the failure brought along', async () => {
    let reads = 0;
    const backend: Backend = {
      ...store.backend,
      execute(operation, input, options) {
        if (operation === 'GetItem') reads += 1;
        return store.backend.execute(operation, input, options);
      },
    };
    const counted = table({ name: 'shop', backend, entities: [Account] }).of(Account);
    const seen: number[] = [];
    await counted.retryOnConflict(async ({ run, latest, signal }) => {
      const read = await latest({ id: 'a' }).orThrow();
      seen.push(read.balance);
      if (run < 3) await another(run * 100);
      await counted.put({ ...read, balance: read.balance + 1 }).send({ signal });
    });
    expect(seen).toEqual([0, 100, 200]);
    expect(reads).toBe(1);
    expect(await balanceOf('a')).toBe(201);
  });

  it('reads again behind a write of its own, and for whoever asks a second time', async () => {
    let runs = 0;
    await accounts().retryOnConflict(async ({ run, latest }) => {
      runs = run;
      for (const amount of [5, 7]) {
        const read = await latest({ id: 'a' }).orThrow();
        if (run === 1) await another(1_000);
        await accounts()
          .put({ ...read, balance: read.balance + amount })
          .send();
      }
    });
    expect([await balanceOf('a'), runs]).toEqual([1_012, 2]);
  });

  it.each([
    ['a write', (notes: Notes) => notes.update({ id: 'n' }).set({ text: 'mine' }).send()],
    ['a transaction', (notes: Notes) => transactWrite([notes.update({ id: 'n' }).set({ text: 'mine' })]).send()],
    ['a batch', (notes: Notes) => batchWrite([notes.put({ id: 'n', text: 'mine' })]).send()],
    [
      'a write whose answer is lost',
      async (notes: Notes) => {
        store.meet('unanswered');
        await notes
          .update({ id: 'n' })
          .add({ reads: 1 })
          .set({ text: 'mine' })
          .send()
          .catch(() => {});
      },
    ],
  ])('gives nothing that %s of the run has changed', async (_name, change) => {
    const notes = shop.of(Note);
    await notes.put({ id: 'n', text: 'theirs' }).send();
    const seen = await notes.retryOnConflict(async ({ run, latest }) => {
      if (run === 1) await notes.create({ id: 'n', text: 'new' }).returnStored().send();
      await change(notes);
      return latest({ id: 'n' }).orThrow();
    });
    expect(seen.text).toBe('mine');
  });

  it('needs no more runs than there are writers that write once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.infiniteStream(fc.nat({ max: 5 })),
        async (writers, delays) => {
          const backend = hesitant(createEngine().backend(), () => delays.next().value);
          const race = table({ name: 'race', backend, entities: [Account] });
          await race.createTable();
          await race.of(Account).create({ id: 'a', balance: 0 }).send();
          const add = () =>
            race.of(Account).retryOnConflict(
              async ({ latest }) => {
                const read = await latest({ id: 'a' }).orThrow();
                await race
                  .of(Account)
                  .put({ ...read, balance: read.balance + 1 })
                  .send();
              },
              { runs: writers },
            );
          await Promise.all(Array.from({ length: writers }, add));
          expect((await race.of(Account).get({ id: 'a' }).orThrow()).balance).toBe(writers);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('ends at its signal and its deadline, and says so', async () => {
    const stop = new AbortController();
    const stopped = await addOne({ signal: stop.signal }, async () => {
      await another();
      stop.abort(new Error('enough'));
    });
    expect(stopped.runs).toHaveLength(1);
    expect(stopped.result).toMatchObject({ error: { message: 'enough' } });
    const before = await account();
    const late = await addOne({ deadline: Date.now() - 1 });
    expect(late.runs).toHaveLength(0);
    expect(late.result).toMatchObject({ error: { name: 'DeadlineExceededError', mayHaveHappened: false } });
    expect(await account()).toEqual(before);
    await expect(shop.retryOnConflict(async () => {}, { runs: 0 })).rejects.toThrow(
      'runs is a whole number from 1, not 0',
    );
  });
});

/** Its answers come after as many turns as it is told, so that others come between a read and its write. */
function hesitant(backend: Backend, turns: () => number): Backend {
  return {
    ...backend,
    runtime: impatient,
    async execute(operation, input, options) {
      for (let left = turns(); left > 0; left -= 1) await Promise.resolve();
      const answer = await backend.execute(operation, input, options);
      for (let left = turns(); left > 0; left -= 1) await Promise.resolve();
      return answer;
    },
  };
}

describe('a deadline', () => {
  const patient = () => table({ name: 'shop', backend: dynamodb(store.client), entities: [Account] });

  it('that has passed sends nothing', async () => {
    const { writes } = store;
    const call = accounts()
      .update({ id: 'a' })
      .add({ balance: 1 })
      .ignoreVersion()
      .send({ deadline: new Date(0) });
    await expect(call).rejects.toMatchObject({ name: 'DeadlineExceededError', mayHaveHappened: false });
    await expect(call).rejects.toThrow('the deadline (1970-01-01T00:00:00.000Z) passed');
    await expect(accounts().get({ id: 'a' }).send({ deadline: 0 })).rejects.toThrow('the deadline');
    await expect(accounts().query({ id: 'a' }).all({ deadline: 0 })).rejects.toThrow('the deadline');
    await expect(transactWrite([accounts().check({ id: 'a' })]).send({ deadline: 0 })).rejects.toThrow('the deadline');
    expect(store.writes).toBe(writes);
    await expect(accounts().get({ id: 'a' }).send({ deadline: Number.NaN })).rejects.toThrow(
      'the deadline is a Date or epoch milliseconds, not NaN',
    );
  });

  it('that passes in a run says that the run may have changed something', async () => {
    const call = patient()
      .of(Account)
      .retryOnConflict(
        async ({ signal }) => {
          await another(7);
          await new Promise((done) => signal.addEventListener('abort', done));
          signal.throwIfAborted();
        },
        { deadline: Date.now() + 50 },
      );
    await expect(call).rejects.toMatchObject({ name: 'DeadlineExceededError', mayHaveHappened: true });
    expect(await balanceOf('a')).toBe(7);
  });

  it('that passes while the write is out leaves it in doubt, and the doubt can be resolved', async () => {
    store.meet('carried out, never answered');
    const put = patient()
      .of(Account)
      .put({ ...(await account()), balance: 7 });
    const error = await put.send({ deadline: Date.now() + 30 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InDoubtError);
    expect(await (error as InDoubtError).resolve()).toEqual({ outcome: 'applied' });
  });

  it('that is far away changes nothing', async () => {
    const put = patient()
      .of(Account)
      .put({ ...(await account()), balance: 7 });
    await put.send({ deadline: new Date('2999-01-01T00:00:00Z') });
    expect(await balanceOf('a')).toBe(7);
  });
});
