import { createEngine } from '@holdfast/engine';
import { type Backend, systemRuntime } from '@holdfast/wire';
import { a, entity, type Infer, TransactionConflictError, table, transactGet, transactWrite } from 'holdfast';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { backends } from './backends.js';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});
type Account = Infer<typeof Account>;
const shopOn = (backend: Backend, name = 'shop') => table({ name, backend, entities: [Account] });

describe.each(backends)('transactGet on $name', ({ open, capabilities }) => {
  it('reads items of one moment, in the order of the reads or under their labels', async () => {
    const store = await open();
    const shop = shopOn(store.backend, `reads-${store.backend.runtime.uuid()}`);
    await shop.createTable();
    const accounts = shop.of(Account);
    if (!capabilities.transactions) {
      expect(() => transactGet([accounts.get({ id: 'a' })])).toThrow('needs transactions');
      expect(() => transactWrite([accounts.create({ id: 'a', balance: 1 })])).toThrow('needs transactions');
      await store.close();
      return;
    }
    await transactWrite([accounts.create({ id: 'a', balance: 1 }), accounts.create({ id: 'b', balance: 2 })]).send();
    const [first, missing, third] = await transactGet([
      accounts.get({ id: 'a' }),
      accounts.get({ id: 'c' }),
      accounts.get({ id: 'b' }).select('balance'),
    ]).send();
    expectTypeOf(first).toEqualTypeOf<Account | undefined>();
    expectTypeOf(third).toEqualTypeOf<Pick<Account, 'balance'> | undefined>();
    expect([first, missing, third]).toEqual([{ id: 'a', balance: 1, revision: 1 }, undefined, { balance: 2 }]);
    const { from } = await transactGet({ from: accounts.get({ id: 'a' }) }).send();
    expect(from?.balance).toBe(1);
    await store.backend.execute('DeleteTable', { TableName: shop.name });
    await store.close();
  });
});

describe('transactGet', () => {
  /** A shop in which a transaction on account `a` is under way; `waited` runs while a read waits for it. */
  async function withTransaction(waited: (round: number, end: () => void) => void) {
    const engine = createEngine();
    let round = 0;
    let end = () => {};
    const sleep = async () => {
      round += 1;
      waited(round, end);
    };
    const runtime = { ...systemRuntime, sleep };
    const inner = engine.backend();
    const backend: Backend = {
      runtime,
      capabilities: inner.capabilities,
      execute: (operation, input, options) => inner.execute(operation, input, options),
    };
    const accounts = shopOn(backend).of(Account);
    await shopOn(backend).createTable();
    await accounts.create({ id: 'a', balance: 1 }).send();
    const transaction = engine.begin('TransactWriteItems', {
      TransactItems: [
        {
          Update: {
            TableName: 'shop',
            Key: { pk: { S: 'ACCOUNT#a' }, sk: { S: 'BALANCE' } },
            UpdateExpression: 'SET balance = :two',
            ExpressionAttributeValues: { ':two': { N: '2' } },
          },
        },
      ],
    });
    transaction.prepare();
    end = () => {
      transaction.commit(0);
      transaction.complete();
    };
    return { accounts, rounds: () => round };
  }

  it('waits for a transaction that is under way', async () => {
    const { accounts, rounds } = await withTransaction((round, end) => {
      if (round === 2) end();
    });
    const [found] = await transactGet([accounts.get({ id: 'a' })]).send();
    expect(found?.balance).toBe(2);
    expect(rounds()).toBe(2);
  });

  it('says so where writes keep coming in between', async () => {
    const { accounts, rounds } = await withTransaction(() => {});
    const read = transactGet({ it: accounts.get({ id: 'a' }), other: accounts.get({ id: 'b' }) });
    const error = await read.send().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransactionConflictError);
    expect(error).toMatchObject({
      message: expect.stringContaining('it: TransactionConflict'),
      mayHaveHappened: false,
    });
    expect(rounds()).toBe(4);
    await expect(read.send({ maxAttempts: 1 })).rejects.toBeInstanceOf(TransactionConflictError);
    expect(rounds()).toBe(4);
  });

  it('is refused before anything is sent where it cannot be one transaction', () => {
    const accounts = shopOn(createEngine().backend()).of(Account);
    const elsewhere = shopOn(createEngine().backend()).of(Account);
    const get = accounts.get({ id: 'a' });
    expect(() => transactGet([get, accounts.get({ id: 'a' }).select('id')])).toThrow(/0 and 1 read the same item/);
    expect(() => transactGet({ here: get, there: elsewhere.get({ id: 'b' }) })).toThrow(
      /here and there go to different/,
    );
    expect(() => transactGet([])).toThrow(/at least one/);
    const many = Array.from({ length: 101 }, (_, id) => accounts.get({ id: `${id}` }));
    expect(() => transactGet(many)).toThrow(/100 reads, not 101/);
    const inner = createEngine().backend();
    const lacking: Backend = {
      runtime: inner.runtime,
      capabilities: { ...inner.capabilities, transactions: false },
      execute: (operation, input, options) => inner.execute(operation, input, options),
    };
    expect(() => transactGet([shopOn(lacking).of(Account).get({ id: 'a' })])).toThrow(/batchGet/);
  });

  it('does nothing when it is awaited without being sent', async () => {
    const get = shopOn(createEngine().backend()).of(Account).get({ id: 'a' });
    const untyped: PromiseLike<unknown> = transactGet([get]) as never;
    await expect(Promise.resolve(untyped)).rejects.toThrow(/was not sent/);
  });
});
