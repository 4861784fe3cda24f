import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine } from '@holdfast/engine';
import { InDoubtError, table, transactWrite } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { describe, expect, it } from 'vitest';
import { Note } from './contested-entities.js';
import { impatient, withFaults } from './faulty-store.js';

/** Makes attempts as long as anything fails, whatever it is. */
const stubborn = {
  acquireInitialRetryToken: async () => token(0),
  refreshRetryTokenForRetry: async ({ getRetryCount }: { getRetryCount(): number }) => token(getRetryCount() + 1),
  recordSuccess: () => {},
};
function token(count: number) {
  if (count > 50) throw new Error('it goes on for ever');
  return { getRetryCount: () => count, getRetryDelay: () => 0 };
}

const clients: readonly (readonly [string, DynamoDBClientConfig])[] = [
  ['of the default settings', {}],
  ['that makes one attempt', { maxAttempts: 1 }],
  ['that makes ten', { maxAttempts: 10 }],
  ['in adaptive mode', { retryMode: 'adaptive', maxAttempts: 5 }],
  ['with a strategy that never gives up', { retryStrategy: stubborn as never }],
  ['that caches its middleware', { cacheMiddleware: true }],
];

describe.each(clients)('a client %s', (_, config) => {
  async function open() {
    const client = new DynamoDBClient({ ...clientConfig(createEngine()), ...config });
    const faults = withFaults(client);
    const shop = table({ name: 'shop', backend: dynamodb(client, { runtime: impatient }), entities: [Note] });
    await shop.createTable();
    return { faults, notes: shop.of(Note) };
  }

  it.each([1, 2, 3])('makes at most %i attempts where that is asked for', async (maxAttempts) => {
    const { faults, notes } = await open();
    faults.meet(...Array.from({ length: 40 }, () => 'lost' as const));
    await expect(notes.put({ id: 'a', text: 'x' }).send({ maxAttempts })).rejects.toMatchObject({
      name: 'InDoubtError',
      attempts: Array.from({ length: maxAttempts }, () => ({ end: 'open' })),
    });
    expect(faults.writes).toBe(maxAttempts);
    await expect(transactWrite([notes.create({ id: 'b', text: 'x' })]).send({ maxAttempts })).rejects.toThrow(
      InDoubtError,
    );
    expect(faults.writes).toBe(2 * maxAttempts);
  });

  it('makes no second attempt at a sum that may have been added', async () => {
    const { faults, notes } = await open();
    await notes.put({ id: 'a', text: 'x' }).send();
    faults.meet('unanswered');
    await expect(notes.update({ id: 'a' }).add({ reads: 1 }).send()).rejects.toThrow(InDoubtError);
    expect((await notes.get({ id: 'a' }).consistent().orThrow()).reads).toBe(1);
  });
});
