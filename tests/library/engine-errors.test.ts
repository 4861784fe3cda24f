import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine, type Engine } from '@holdfast/engine';
import { type Backend, systemRuntime } from '@holdfast/wire';
import {
  a,
  ConditionFailedError,
  classify,
  entity,
  type HoldfastError,
  ResourceInUseError,
  ResourceNotFoundError,
  ThrottledError,
  TransactionCanceledError,
  TransactionConflictError,
  TransactionInProgressError,
  table,
  transactGet,
  transactWrite,
  ValidationError,
  VersionConflictError,
} from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';

const Note = entity('NOTE', {
  key: { pk: 'NOTE#{id}', sk: 'NOTE' },
  attributes: { id: a.string(), text: a.string() },
});
const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});
const runtime = { ...systemRuntime, sleep: async () => {} };
const ways: readonly { readonly name: string; readonly open: (engine: Engine) => Backend }[] = [
  {
    name: 'directly',
    open: (engine) => {
      const inner = engine.backend();
      return { runtime, capabilities: inner.capabilities, execute: (...request) => inner.execute(...request) };
    },
  },
  {
    name: 'through the AWS SDK',
    open: (engine) => dynamodb(new DynamoDBClient({ ...clientConfig(engine), maxAttempts: 1 }), { runtime }),
  },
];

async function thrownBy(call: () => Promise<unknown>): Promise<HoldfastError> {
  return call().then(
    () => expect.unreachable('nothing was thrown'),
    (error) => error,
  );
}

describe.each(ways)('what the engine refuses, $name', ({ open }) => {
  let engine: Engine;
  const openShop = () => table({ name: 'shop', backend: open(engine), entities: [Note, Account] });
  let shop: ReturnType<typeof openShop>;
  beforeEach(async () => {
    engine = createEngine();
    shop = openShop();
    await shop.createTable();
  });
  const note = { id: 'a', text: 'x' };
  const key = { pk: { S: 'NOTE#a' }, sk: { S: 'NOTE' } };

  it('a condition, alone and in a transaction', async () => {
    await shop.of(Note).create(note).send();
    const error = await thrownBy(() => shop.of(Note).create(note).send());
    expect(error).toBeInstanceOf(ConditionFailedError);
    expect(error).toMatchObject({ retry: 'rerun', retryAfter: 0, mayHaveHappened: false, stored: note });
    expect(error.cause).toMatchObject({ name: 'ConditionalCheckFailedException' });
    const joined = await thrownBy(() => transactWrite({ one: shop.of(Note).create(note) }).send());
    expect(joined).toBeInstanceOf(TransactionCanceledError);
    expect(joined).toMatchObject({
      writes: [{ label: 'one', code: 'ConditionalCheckFailed', isVersionConflict: false }],
    });
    expect(joined.cause).toMatchObject({ name: 'TransactionCanceledException' });
  });

  it('a version, alone and in a transaction', async () => {
    await shop.of(Account).create({ id: 'a', balance: 1 }).send();
    const write = () => shop.of(Account).put({ id: 'a', balance: 2, revision: 7 });
    const error = await thrownBy(() => write().send());
    expect(error).toBeInstanceOf(VersionConflictError);
    expect(error.cause).toMatchObject({ name: 'ConditionalCheckFailedException' });
    const joined = await thrownBy(() => transactWrite([write()]).send());
    expect(joined).toMatchObject({ writes: [{ label: '0', isVersionConflict: true }] });
  });

  it('what runs into a transaction', async () => {
    const action = {
      Put: { TableName: 'shop', Item: { ...key, _entity: { S: 'NOTE' }, id: { S: 'a' }, text: { S: 'y' } } },
    };
    engine.begin('TransactWriteItems', { TransactItems: [action] }).prepare();
    const alone = await thrownBy(() => shop.of(Note).put(note).send({ maxAttempts: 1 }));
    expect(alone).toBeInstanceOf(TransactionConflictError);
    expect(alone).toMatchObject({ retry: 'rerun', retryAfter: 25, cause: { name: 'TransactionConflictException' } });
    const joined = await thrownBy(() => transactWrite([shop.of(Note).put(note)]).send({ maxAttempts: 1 }));
    expect(joined).toBeInstanceOf(TransactionConflictError);
    expect(joined.cause).toMatchObject({ name: 'TransactionCanceledException' });
    const read = await thrownBy(() => transactGet([shop.of(Note).get({ id: 'a' })]).send({ maxAttempts: 1 }));
    expect(read).toBeInstanceOf(TransactionConflictError);
  });

  it('a token that is under way, or was used for something else', async () => {
    const write = (text: string) => transactWrite([shop.of(Note).put({ id: 'a', text })]).token('t');
    engine.conditions = { transactionInProgress: () => true };
    const progress = await thrownBy(() => write('x').send());
    expect(progress).toBeInstanceOf(TransactionInProgressError);
    expect(progress).toMatchObject({ retry: 'repeat', retryAfter: 5_000, mayHaveHappened: true });
    engine.conditions = {};
    await write('x').send();
    const other = await thrownBy(() => write('y').send());
    expect(other).toBeInstanceOf(ValidationError);
    expect(other).toMatchObject({ retry: 'no', mayHaveHappened: true });
  });

  it('what is beyond the throughput of a partition, alone, in a transaction and in a read', async () => {
    engine.conditions = { throttling: { partitionWriteUnits: 1, partitionReadUnits: 1, partitionBurst: 1 } };
    const until = async (call: () => Promise<unknown>): Promise<HoldfastError> => {
      for (;;) {
        try {
          await call();
        } catch (error) {
          return error as HoldfastError;
        }
      }
    };
    const options = { maxAttempts: 1 };
    const calls = [
      () => shop.of(Note).put(note).send(options),
      () => transactWrite([shop.of(Note).put(note)]).send(options),
      () => shop.of(Note).get({ id: 'a' }).consistent().send(options),
      () => shop.of(Note).query({ id: 'a' }).consistent().all(options),
    ];
    for (const call of calls) {
      const error = await until(call);
      expect(error).toBeInstanceOf(ThrottledError);
      expect(error).toMatchObject({ retry: 'repeat', retryAfter: 1_000, mayHaveHappened: false });
      expect(classify(error)).toMatchObject({ kind: 'ThrottledError' });
    }
  });

  it('a table that is not there, or is there already', async () => {
    const other = table({ name: 'other', backend: shop.backend, entities: [Note] }).of(Note);
    expect(await thrownBy(() => other.get({ id: 'a' }).send())).toBeInstanceOf(ResourceNotFoundError);
    const write = await thrownBy(() => other.put(note).send());
    expect(write).toBeInstanceOf(ResourceNotFoundError);
    expect(write).toMatchObject({ retry: 'no', mayHaveHappened: false });
    const request = {
      TableName: 'shop',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
      BillingMode: 'PAY_PER_REQUEST' as const,
    };
    const raw: unknown = await shop.backend.execute('CreateTable', request).catch((error: unknown) => error);
    expect(classify(raw)).toMatchObject({ kind: new ResourceInUseError('').name, retry: 'repeat' });
  });
});
