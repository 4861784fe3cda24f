import { a, entity, InDoubtError, type ResolveOptions, table, transactWrite } from 'holdfast';
import { beforeEach, describe, expect, it } from 'vitest';
import { Account, Claim, Note, Unstamped } from './contested-entities.js';
import { type FaultyShop, openFaultyShop } from './faulty-shop.js';
import type { Fate } from './faulty-store.js';

// One attempt each, so that the write is in doubt where an answer is lost. Then: what resolve() says of it, and what a request
// that lands late still does.

const Lease = entity('LEASE', {
  key: { pk: 'LEASE#{name}', sk: 'LEASE' },
  attributes: { name: a.string(), owner: a.string(), until: a.number() },
  owner: 'owner',
  writeId: true,
});

let store: FaultyShop['store'];
let shop: FaultyShop['shop'];
let balanceOf: FaultyShop['balanceOf'];
beforeEach(async () => {
  ({ store, shop, balanceOf } = await openFaultyShop());
});

const once = { maxAttempts: 1 } as const;
const barrier: ResolveOptions = { barrier: true };
const applied = { outcome: 'applied' };
const notApplied = { outcome: 'not applied' };
const unknown = (mayStillHappen: boolean, reason: string) => ({
  outcome: 'unknown',
  mayStillHappen,
  reason: expect.stringContaining(reason),
});

async function doubtOf(call: Promise<unknown>): Promise<InDoubtError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof InDoubtError) return error;
  throw new Error(`it is not in doubt: ${String(error)}`);
}
const accounts = () => shop.of(Account);
const openAccount = () => accounts().create({ id: 'a', balance: 1 }).send();
const account = () => accounts().get({ id: 'a' }).consistent().orThrow();
async function overwrite(times = 1) {
  for (let time = 0; time < times; time += 1)
    await accounts()
      .put({ ...(await account()), balance: 99 })
      .send();
}

describe.each([
  {
    name: 'a put of an item that was read',
    write: async () =>
      accounts()
        .put({ ...(await openAccount()), balance: 2 })
        .send(once),
  },
  {
    name: 'an update that expects a version',
    write: async () => {
      await openAccount();
      return accounts().update({ id: 'a' }).set({ balance: 2 }).ifVersion(1).send(once);
    },
  },
  {
    name: 'a transaction with such a write',
    write: async () => {
      const note = shop.of(Note).create({ id: 'n', text: 'x' });
      return transactWrite([note, accounts().put({ ...(await openAccount()), balance: 2 })]).send(once);
    },
  },
  {
    name: 'such a write exactly once',
    write: async () =>
      accounts()
        .put({ ...(await openAccount()), balance: 2 })
        .exactlyOnce()
        .send(once),
  },
])('$name', ({ write }) => {
  const after = async (fate: Fate) => {
    await openAccount();
    const { revision } = await account();
    expect(revision).toBe(1);
    await accounts().delete({ id: 'a' }).ifVersion(1).send();
    return doubtOf(
      (async () => {
        const call = write();
        // the first write request opens the account
        store.meet('carried out', fate);
        return call;
      })(),
    );
  };

  it('was applied where its id is stored, and nothing is written to find that out', async () => {
    const error = await after('unanswered');
    const { writes } = store;
    expect(await error.resolve()).toEqual(applied);
    expect(await error.resolve(barrier)).toEqual(applied);
    expect(error.resolution).toEqual(applied);
    expect(store.writes).toBe(writes);
    expect(await balanceOf('a')).toBe(2);
  });

  it('may still land where nothing of it is stored, until a barrier keeps it out', async () => {
    const error = await after('late');
    expect(await error.resolve()).toEqual(unknown(true, 'resolve({ barrier: true }) can keep it'));
    expect(await error.resolve(barrier)).toEqual(notApplied);
    await store.land();
    expect(await account()).toEqual({ id: 'a', balance: 1, revision: 2 });
    // what was true stays true
    expect(await error.resolve()).toEqual(notApplied);
    expect(await shop.of(Note).get({ id: 'n' }).send()).toBeUndefined();
  });

  it('lands after a look that wrote no barrier', async () => {
    const error = await after('late');
    await error.resolve();
    await store.land();
    expect(await error.resolve()).toEqual(applied);
    expect(await balanceOf('a')).toBe(2);
  });

  it('was applied where it lands just before its barrier', async () => {
    const error = await after('late');
    store.meet(async () => {
      await store.land();
      return 'carried out';
    });
    expect(await error.resolve(barrier)).toEqual(applied);
    expect(await account()).toEqual({ id: 'a', balance: 2, revision: 2 });
  });

  it('is kept out by a barrier whose own answer is lost, or that is sent twice', async () => {
    for (const fate of ['unanswered', 'lost', 'twice', 'throttled'] as const) {
      ({ store, shop, balanceOf } = await openFaultyShop());
      const error = await after('late');
      store.meet(fate);
      expect(await error.resolve(barrier)).toEqual(notApplied);
      await store.land();
      expect(await account()).toEqual({ id: 'a', balance: 1, revision: 2 });
    }
  });

  it('was not applied where another made the version after the expected one', async () => {
    const error = await after('late');
    await overwrite();
    expect(await error.resolve()).toEqual(notApplied);
    await store.land();
    expect(await account()).toEqual({ id: 'a', balance: 99, revision: 2 });
  });

  it('stays unknown, and over, where a later version hides whose the one between was', async () => {
    const error = await after('unanswered');
    await overwrite();
    const found = unknown(false, 'nothing stored tells whose');
    expect(await error.resolve()).toEqual(found);
    expect(await error.resolve(barrier)).toEqual(found);
  });

  it('stays unknown where the item is deleted: one made anew could have the expected version again', async () => {
    const error = await after('late');
    await accounts().delete({ id: 'a' }).ifVersion(1).send();
    expect(await error.resolve(barrier)).toEqual(unknown(true, 'the item is not there'));
    await openAccount();
    await store.land();
    expect(await balanceOf('a')).toBe(2);
  });

  it('does not take an equal value for its own', async () => {
    const error = await after('lost');
    await accounts()
      .put({ ...(await account()), balance: 2 })
      .send();
    expect(await error.resolve()).toEqual(notApplied);
  });
});

describe('a delete that expects a version', () => {
  it('stays unknown, and a barrier keeps it out', async () => {
    await openAccount();
    store.meet('late');
    const error = await doubtOf(accounts().delete({ id: 'a' }).ifVersion(1).send(once));
    expect(await error.resolve()).toEqual(unknown(true, 'resolve({ barrier: true }) can keep it'));
    expect(await error.resolve(barrier)).toEqual(unknown(false, 'it cannot delete the item any more'));
    await store.land();
    expect(await account()).toEqual({ id: 'a', balance: 1, revision: 2 });
  });

  it('proves nothing by the absence of its item', async () => {
    await openAccount();
    store.meet('unanswered');
    const error = await doubtOf(accounts().delete({ id: 'a' }).ifVersion(1).send(once));
    expect(await error.resolve(barrier)).toMatchObject({ outcome: 'unknown' });
  });

  it('is not told by another’s write id in the next version, which may be of an item made anew', async () => {
    for (const fate of ['unanswered', 'lost'] as const) {
      await openAccount().catch(() => {});
      const { revision } = await account();
      store.meet(fate);
      const error = await doubtOf(accounts().delete({ id: 'a' }).ifVersion(revision).send(once));
      if (fate === 'unanswered') await openAccount();
      await overwrite();
      expect(await error.resolve()).toEqual(unknown(false, 'nothing stored tells whose'));
    }
  });
});

describe('a transaction with a delete and another write that expects a version', () => {
  it.each(['delete first', 'delete last'])('is kept out for good by a barrier: %s', async (order) => {
    const remove = accounts().delete({ id: 'a' }).ifVersion(1);
    await openAccount();
    const other = await accounts().create({ id: 'b', balance: 1 }).send();
    const put = accounts().put({ ...other, balance: 2 });
    store.meet('late');
    const call = transactWrite(order === 'delete first' ? [remove, put] : [put, remove]).send(once);
    const error = await doubtOf(call);
    expect(await error.resolve(barrier)).toEqual(notApplied);
    await store.land();
    expect(await account()).toEqual({ id: 'a', balance: 1, revision: 1 });
    expect(await balanceOf('b')).toBe(1);
  });

  it('is kept out by the delete where the other write is barred no more', async () => {
    await openAccount();
    const other = await accounts().create({ id: 'b', balance: 1 }).send();
    store.meet('late');
    const writes = [accounts().put({ ...other, balance: 2 }), accounts().delete({ id: 'a' }).ifVersion(1)];
    const error = await doubtOf(transactWrite(writes).send(once));
    await accounts().delete({ id: 'b' }).ifVersion(1).send();
    expect(await error.resolve(barrier)).toEqual(unknown(false, 'it cannot delete the item any more'));
    await accounts().create({ id: 'b', balance: 1 }).send();
    await store.land();
    expect([await balanceOf('a'), await balanceOf('b')]).toEqual([1, 1]);
  });
});

describe('a version without write ids', () => {
  const doubted = async (fate: Fate) => {
    const before = await shop.of(Unstamped).create({ id: 'u', balance: 1 }).send();
    store.meet(fate);
    return doubtOf(
      shop
        .of(Unstamped)
        .put({ ...before, balance: 2 })
        .send(once),
    );
  };

  it('can be barred', async () => {
    const error = await doubted('late');
    expect(await error.resolve(barrier)).toEqual(notApplied);
    await store.land();
    expect(await shop.of(Unstamped).get({ id: 'u' }).orThrow()).toEqual({ id: 'u', balance: 1, revision: 2 });
  });

  it('never tells by itself whose the next version is', async () => {
    const error = await doubted('unanswered');
    expect(await error.resolve(barrier)).toEqual(unknown(false, 'nothing stored tells whose'));
  });
});

describe('what is bound to no version', () => {
  it('is found where its id is there, and cannot be barred', async () => {
    store.meet('unanswered');
    const created = await doubtOf(accounts().create({ id: 'a', balance: 1 }).send(once));
    expect(await created.resolve()).toEqual(applied);
    store.meet('late');
    const late = await doubtOf(accounts().create({ id: 'b', balance: 1 }).send(once));
    expect(await late.resolve(barrier)).toEqual(unknown(true, 'only an item in its place'));
    store.meet('unanswered');
    const blind = await doubtOf(accounts().update({ id: 'a' }).add({ balance: 1 }).ignoreVersion().send(once));
    expect(await blind.resolve()).toEqual(applied);
    await overwrite();
    expect(await blind.resolve(barrier)).toEqual(unknown(true, 'it is bound to no version that was read'));
  });

  it('is never proven by its content', async () => {
    store.meet('late');
    const error = await doubtOf(shop.of(Note).put({ id: 'n', text: 'x' }).send(once));
    await shop.of(Note).put({ id: 'n', text: 'x' }).send();
    expect(await error.resolve(barrier)).toMatchObject({ outcome: 'unknown', mayStillHappen: true });
  });

  it('is not told by the owner where it is a claim, since another of the owner’s may have taken it', async () => {
    const claim = () => shop.of(Claim).claim({ name: 'x', owner: 'ann' });
    await claim().send();
    for (const fate of ['late', 'unanswered'] as const) {
      store.meet(fate);
      const renewal = await doubtOf(claim().send(once));
      expect(await renewal.resolve()).toEqual(unknown(true, 'nothing proves one its own'));
      expect(await renewal.resolve(barrier)).toEqual(unknown(true, 'nothing proves one its own'));
    }
    // what does tell is the claim, sent again
    expect(await claim().trySend()).toMatchObject({ applied: true });
  });

  it('is proven by its write id where it is a claim that leaves one', async () => {
    const leases = table({ name: 'shop', backend: store.backend, entities: [Lease] }).of(Lease);
    await leases.claim({ name: 'x', owner: 'ann', until: 1 }).send();
    store.meet('late');
    const late = await doubtOf(leases.claim({ name: 'x', owner: 'ann', until: 2 }).send(once));
    expect(await late.resolve()).toMatchObject({ outcome: 'unknown' });
    await store.land();
    expect(await late.resolve()).toEqual(applied);
  });
});

describe('resolving', () => {
  it('tells where the item cannot be read', async () => {
    store.meet('late');
    const error = await doubtOf(accounts().create({ id: 'a', balance: 1 }).send(once));
    await store.backend.execute('DeleteTable', { TableName: 'shop' });
    await expect(error.resolve()).rejects.toMatchObject({ name: 'ResourceNotFoundError' });
    await expect(error.resolve({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    await expect(error.resolve({ deadline: 0 })).rejects.toMatchObject({
      name: 'DeadlineExceededError',
      mayHaveHappened: false,
    });
  });

  it('of an error that was made by hand says that it knows nothing', async () => {
    expect(await new InDoubtError('made up', [], undefined).resolve()).toMatchObject({ outcome: 'unknown' });
  });
});
