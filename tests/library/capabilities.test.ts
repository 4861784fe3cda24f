import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine } from '@holdfast/engine';
import { type Capabilities, everyCapability, systemRuntime } from '@holdfast/wire';
import { a, entity, InDoubtError, table, transactGet, transactWrite, ValidationError } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { describe, expect, it } from 'vitest';
import { faultyStore } from './faulty-store.js';
import { recorded } from './recorded.js';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});
const runtime = { ...systemRuntime, sleep: async () => {} };

describe('the capabilities of a backend', () => {
  const of = (capabilities?: Partial<Capabilities>) =>
    dynamodb(new DynamoDBClient(clientConfig(createEngine())), capabilities && { capabilities }).capabilities;

  it('are all of them unless said otherwise', () => {
    expect(of()).toEqual(everyCapability);
    expect(of({ streams: false })).toEqual({ ...everyCapability, streams: false });
    expect(of({ regions: 'several' })).toEqual({ ...everyCapability, regions: 'several' });
  });

  it('of a strongly consistent global table leave out what it has not', () => {
    const regions = 'severalConsistent';
    expect(of({ regions })).toEqual({ ...everyCapability, transactions: false, timeToLive: false, regions });
    expect(of({ regions, timeToLive: true })).toMatchObject({ transactions: false, timeToLive: true });
  });

  it('are asked before anything is sent', async () => {
    const client = new DynamoDBClient(clientConfig(createEngine()));
    const { backend, requests } = recorded(dynamodb(client, { capabilities: { regions: 'severalConsistent' } }));
    const accounts = table({ name: 'bank', backend, entities: [Account] }).of(Account);
    expect(() => transactWrite([accounts.create({ id: 'a', balance: 1 })])).toThrow(
      'transactWrite needs transactions, which this backend lacks; write the items one by one',
    );
    expect(() => transactGet([accounts.get({ id: 'a' })])).toThrow(ValidationError);
    expect(requests).toEqual([]);
  });
});

describe('a backend that does not bring the stored item along', () => {
  async function openBank() {
    const store = faultyStore();
    const inner = dynamodb(store.client, { runtime, capabilities: { returnValuesOnConditionCheckFailure: false } });
    const { backend, requests } = recorded(inner);
    const bank = table({ name: 'bank', backend, entities: [Account] });
    await bank.createTable();
    return { store, accounts: bank.of(Account), requests };
  }

  it('is not asked for it, and every part of the condition may have failed', async () => {
    const { accounts, requests } = await openBank();
    await accounts.create({ id: 'a', balance: 1 }).send();
    const write = accounts
      .update({ id: 'a' })
      .ifVersion(1)
      .set({ balance: 2 })
      .if((account) => account.balance.gt(5));
    expect(await write.trySend()).toMatchObject({
      applied: false,
      clauses: [
        { text: 'revision = 1', path: '', saw: undefined, seen: [] },
        { text: 'balance > 5', seen: [] },
      ],
    });
    await expect(write.send()).rejects.toThrow('balance > 5 may not have held');
    expect(JSON.stringify(requests)).not.toContain('ReturnValuesOnConditionCheckFailure');
  });

  it('leaves a write whose answer was lost in doubt, since its own effect cannot be told from another', async () => {
    const { store, accounts } = await openBank();
    const account = await accounts.create({ id: 'a', balance: 1 }).send();
    store.meet('unanswered');
    await expect(accounts.put({ ...account, balance: 2 }).send()).rejects.toThrow(InDoubtError);
    expect(await accounts.get({ id: 'a' }).send()).toMatchObject({ balance: 2, revision: 2 });
    // and so where another writer has come first
    store.meet('lost');
    await expect(accounts.put({ ...account, balance: 3 }).send()).rejects.toThrow(InDoubtError);
    expect(await accounts.get({ id: 'a' }).send()).toMatchObject({ balance: 2 });
  });
});
