import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine, type SdkRequestHandler } from '@holdfast/engine';
import type { OperationInput } from '@holdfast/wire';
import { InDoubtError, table, transactWrite } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { describe, expect, it } from 'vitest';
import { Account, Note } from './contested-entities.js';
import { impatient } from './faulty-store.js';

// The service forgets a token ten minutes after its request. An attempt that hangs for longer, or a process that is suspended
// before it hears the answer, must not be followed by another one, which would be a request of its own.

const minute = 60_000;

/** How the clocks go on while a request hangs. */
const clocks = {
  'both clocks': { wall: 1, monotonic: 1 },
  'the wall clock, of a process that was suspended': { wall: 1, monotonic: 0 },
  'the monotonic clock, where the other was set back': { wall: -1, monotonic: 1 },
} as const;

/** A shop whose next transactions are carried out, and whose connections then hang for so many minutes until they break. */
async function openHangingShop(going: { readonly wall: number; readonly monotonic: number }, maxAttempts = 4) {
  let passed = 0;
  const begin = Date.UTC(2026, 0, 1);
  const runtime = {
    ...impatient,
    now: () => begin + passed * going.wall,
    monotonic: () => passed * going.monotonic,
  };
  const engine = createEngine({ runtime: { ...runtime, now: () => begin + passed } });
  const client = new DynamoDBClient({ ...clientConfig(engine), maxAttempts });
  const inner = client.config.requestHandler as unknown as SdkRequestHandler;
  const hanging: { readonly minutes: number; readonly meanwhile: () => Promise<unknown> }[] = [];
  const shop = table({ name: 'shop', backend: dynamodb(client, { runtime }), entities: [Account, Note] });
  const others = table({ name: 'shop', backend: engine.backend(), entities: [Account, Note] });
  const sent = { transactions: 0 };
  const handle: typeof inner.handle = async (request, options) => {
    const answer = await inner.handle(request, options);
    if (!request.headers['x-amz-target']?.endsWith('TransactWriteItems')) return answer;
    sent.transactions += 1;
    const fate = hanging.shift();
    if (fate === undefined) return answer;
    await fate.meanwhile();
    passed += fate.minutes * minute;
    throw Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' });
  };
  client.config.requestHandler = Object.assign(Object.create(inner), { handle });
  await shop.createTable();
  return {
    shop,
    others,
    sent,
    hangs: (minutes: number, meanwhile = async (): Promise<unknown> => undefined) =>
      void hanging.push({ minutes, meanwhile }),
    counted: async () => (await others.of(Note).get({ id: 'n' }).consistent().orThrow()).reads,
  };
}
type HangingShop = Awaited<ReturnType<typeof openHangingShop>>;
const count = ({ shop }: HangingShop) => shop.of(Note).upsert({ id: 'n' }).set({ text: 'x' }).add({ reads: 1 });

describe.each(Object.entries(clocks))('a transaction that hangs, by %s', (_name, going) => {
  it.each([1, 4])('goes out no more once its token may be forgotten: %i attempts of the client', async (attempts) => {
    const world = await openHangingShop(going, attempts);
    world.hangs(11);
    const error = await count(world)
      .exactlyOnce()
      .send()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InDoubtError);
    expect(world.sent.transactions).toBe(1);
    expect(await world.counted()).toBe(1);
  });

  it('goes out no more where several attempts take that long together', async () => {
    for (const attempts of [1, 4]) {
      const world = await openHangingShop(going, attempts);
      for (const minutes of [4, 4, 4]) world.hangs(minutes);
      await expect(count(world).exactlyOnce().send()).rejects.toThrow(InDoubtError);
      expect(world.sent.transactions).toBe(3);
      expect(await world.counted()).toBe(1);
    }
  });

  it('goes out again while its token is remembered', async () => {
    const world = await openHangingShop(going);
    world.hangs(8);
    await count(world).exactlyOnce().send();
    expect([world.sent.transactions, await world.counted()]).toEqual([2, 1]);
  });
});

describe('a transaction that hung', () => {
  it('is never said not to have been applied because its token did not answer', async () => {
    for (const minutes of [8, 11]) {
      const world = await openHangingShop(clocks['both clocks']);
      const { shop, others } = world;
      const before = await others.of(Account).create({ id: 'a', balance: 1 }).send();
      const deposit = () => others.of(Account).update({ id: 'a' }).add({ balance: 100 }).ignoreVersion().send();
      world.hangs(minutes, deposit);
      const sent = transactWrite({
        account: shop.of(Account).put({ ...before, balance: 2 }),
        note: shop.of(Note).create({ id: 'n', text: 'x' }),
      }).trySend();
      // remembered, the token answers
      if (minutes < 10) expect((await sent).applied).toBe(true);
      else await expect(sent).rejects.toThrow(InDoubtError);
      expect(await others.of(Account).get({ id: 'a' }).orThrow()).toEqual({ id: 'a', balance: 102, revision: 3 });
    }
  });

  it('takes place twice where nothing keeps the client from it: a broken variant that the same fault finds', async () => {
    const world = await openHangingShop(clocks['both clocks']);
    world.hangs(11);
    const [request] = count(world).exactlyOnce({ token: 'command-1' }).explain().requests;
    const input = request?.input as OperationInput<'TransactWriteItems'>;
    await world.shop.backend.execute('TransactWriteItems', input);
    expect(await world.counted()).toBe(2);
  });
});
