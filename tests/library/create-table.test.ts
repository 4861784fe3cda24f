import { createEngine, type Engine } from '@holdfast/engine';
import {
  type Backend,
  everyCapability,
  type OperationName,
  ServiceError,
  systemRuntime,
  type TableDescription,
  type TableStatus,
  UnansweredError,
} from '@holdfast/wire';
import { a, entity, type TableDefinition, table } from 'holdfast';
import { describe, expect, it } from 'vitest';
import { impatient } from './faulty-store.js';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{id}' },
  attributes: { customer: a.string(), id: a.string(), status: a.string(), total: a.number(), note: a.string() },
  indexes: { byStatus: { pk: 'STATUS#{status}', projection: ['note'] }, byTotal: { sk: '{total:8}' } },
});
const Session = entity('SESSION', {
  key: { pk: 'SESSION#{id}', sk: 'SESSION' },
  attributes: { id: a.string(), user: a.string(), until: a.timeToLive().as('ttl') },
  indexes: { byUser: { pk: 'USER#{user}', projection: 'keys' } },
});
const Other = entity('OTHER', {
  key: { pk: 'OTHER#{id}', sk: 'OTHER' },
  attributes: { id: a.string(), kind: a.string() },
  indexes: { byKind: { pk: 'KIND#{kind}' } },
});
const all = { entities: [Order, Session], stream: 'NEW_AND_OLD_IMAGES' } as const;

const shop = (backend: Backend, definition: Partial<TableDefinition<string>> = {}) =>
  table({ name: 'shop', backend, ...all, ...definition } as TableDefinition<string>);

/** An engine whose waits end at once, and what is asked of it. */
function recorded(
  intercept: (operation: OperationName, count: number) => 'lost' | 'unanswered' | undefined = () => undefined,
) {
  let now = Date.UTC(2026, 0, 1);
  const runtime = {
    ...impatient,
    now: () => now,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const engine: Engine = createEngine({ runtime });
  const inner = engine.backend();
  const asked: OperationName[] = [];
  const backend: Backend = {
    runtime,
    capabilities: inner.capabilities,
    async execute(operation, input, options) {
      asked.push(operation);
      const fate = intercept(operation, asked.filter((each) => each === operation).length);
      if (fate !== 'lost') {
        const answer = await inner.execute(operation, input, options);
        if (fate === undefined) return answer;
      }
      throw new UnansweredError('socket hang up', [{ end: 'open' }], undefined);
    },
  };
  const describeTable = async () => (await inner.execute('DescribeTable', { TableName: 'shop' })).output.Table;
  const timeToLive = async () =>
    (await inner.execute('DescribeTimeToLive', { TableName: 'shop' })).output.TimeToLiveDescription;
  return { backend, inner, asked, describeTable, timeToLive };
}
const changes = (asked: readonly OperationName[]) => asked.filter((each) => !each.startsWith('Describe'));

describe('createTable', () => {
  it('makes keys, indexes, stream and time to live, and asks for nothing the second time', async () => {
    const { backend, asked, describeTable, timeToLive } = recorded();
    await shop(backend).createTable();
    expect(await describeTable()).toMatchObject({
      TableStatus: 'ACTIVE',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byStatus',
          IndexStatus: 'ACTIVE',
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['_entity', 'note'] },
        },
        { IndexName: 'byUser', Projection: { ProjectionType: 'KEYS_ONLY' } },
      ],
      LocalSecondaryIndexes: [{ IndexName: 'byTotal', Projection: { ProjectionType: 'ALL' } }],
    });
    expect(await timeToLive()).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' });
    expect(changes(asked)).toEqual(['CreateTable', 'UpdateTimeToLive']);
    await shop(backend).createTable();
    expect(changes(asked)).toEqual(['CreateTable', 'UpdateTimeToLive']);
  });

  it('adds what an existing table lacks, one index at a time, and leaves what it has beyond', async () => {
    const { backend, asked, describeTable, inner, timeToLive } = recorded();
    await inner.execute('CreateTable', {
      TableName: 'shop',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'byTotalsk', 'other'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: 'byTotal',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'byTotalsk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'theirs',
          KeySchema: [{ AttributeName: 'other', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    });
    await shop(backend).createTable();
    const { GlobalSecondaryIndexes = [], StreamSpecification } = await describeTable();
    expect(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName).sort()).toEqual(['byStatus', 'byUser', 'theirs']);
    expect(StreamSpecification?.StreamViewType).toBe('NEW_AND_OLD_IMAGES');
    expect((await timeToLive()).AttributeName).toBe('ttl');
    expect(changes(asked)).toEqual(['UpdateTable', 'UpdateTable', 'UpdateTable', 'UpdateTimeToLive']);
  });

  it('adds an index to a table of provisioned capacity, with the capacity of the table', async () => {
    const { backend, inner, describeTable } = recorded();
    await shop(backend, { entities: [Session] }).createTable();
    await inner.execute('UpdateTable', {
      TableName: 'shop',
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 3 },
      GlobalSecondaryIndexUpdates: [
        { Update: { IndexName: 'byUser', ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } } },
      ],
    });
    await shop(backend, { entities: [Session, Other] }).createTable();
    const { GlobalSecondaryIndexes = [] } = await describeTable();
    const units = (name: string) =>
      GlobalSecondaryIndexes.find((each) => each.IndexName === name)?.ProvisionedThroughput;
    expect(units('byKind')).toMatchObject({ ReadCapacityUnits: 7, WriteCapacityUnits: 3 });
    expect(units('byUser')).toMatchObject({ ReadCapacityUnits: 1, WriteCapacityUnits: 1 });
  });

  it('waits while a table is deleted, and not in a state that does not pass by itself', async () => {
    const { backend, asked } = recorded();
    const inState = (...states: readonly (TableStatus | 'gone')[]): Backend => {
      const left = [...states];
      return {
        ...backend,
        async execute(operation, input, options) {
          const state = operation === 'DescribeTable' ? left.shift() : undefined;
          if (state === 'gone') throw new ServiceError('ResourceNotFoundException', 'gone', {});
          const answer = await backend.execute(operation, input, options);
          const { output } = answer as unknown as { output: { Table: TableDescription } };
          return state === undefined
            ? answer
            : { ...answer, output: { Table: { ...output.Table, TableStatus: state } } };
        },
      } as Backend;
    };
    await shop(backend).createTable();
    const before = changes(asked).length;
    const stuck = [
      'INACCESSIBLE_ENCRYPTION_CREDENTIALS',
      'ARCHIVING',
      'ARCHIVED',
      'REPLICATION_NOT_AUTHORIZED',
    ] as const;
    for (const state of stuck) {
      const error = shop(inState('UPDATING', state)).createTable();
      await expect(error).rejects.toMatchObject({ name: 'AccessDeniedError', retry: 'no', mayHaveHappened: false });
      await expect(error).rejects.toThrow(`it stays ${state}; mend its encryption key`);
    }
    expect(changes(asked)).toHaveLength(before);
    await shop(inState('DELETING', 'gone', 'CREATING')).createTable();
    expect(changes(asked).slice(before)).toEqual(['CreateTable']);
  });

  it.each<[OperationName, 'lost' | 'unanswered']>([
    ['CreateTable', 'lost'],
    ['CreateTable', 'unanswered'],
    ['UpdateTimeToLive', 'lost'],
    ['UpdateTimeToLive', 'unanswered'],
    ['DescribeTable', 'lost'],
    ['UpdateTable', 'lost'],
    ['UpdateTable', 'unanswered'],
  ])('makes all of it where a %s is %s', async (operation, fate) => {
    const { backend, describeTable, timeToLive } = recorded((each, count) =>
      each === operation && count === 1 ? fate : undefined,
    );
    if (operation === 'UpdateTable') await shop(backend, { stream: undefined, entities: [Order] }).createTable();
    await shop(backend).createTable();
    expect((await describeTable()).GlobalSecondaryIndexes).toHaveLength(2);
    expect((await timeToLive()).TimeToLiveStatus).toBe('ENABLED');
  });

  it('may be called by several at once', async () => {
    const { backend, describeTable } = recorded();
    await Promise.all([1, 2, 3, 4].map(() => shop(backend).createTable()));
    expect((await describeTable()).GlobalSecondaryIndexes).toHaveLength(2);
    const added = recorded();
    await shop(added.backend, { stream: undefined, entities: [Order] }).createTable();
    await Promise.all([1, 2, 3, 4].map(() => shop(added.backend).createTable()));
    expect((await added.describeTable()).StreamSpecification?.StreamEnabled).toBe(true);
  });

  it('refuses what no change could mend, and changes nothing then', async () => {
    const { backend, asked } = recorded();
    await shop(backend, { indexes: { byStatus: { pk: 'statusKey' } } }).createTable();
    const before = changes(asked).length;
    const refusals: [Partial<TableDefinition<string>>, string][] = [
      [{}, 'its index byStatus with the key statusKey HASH, not byStatuspk HASH'],
      [
        { indexes: { byStatus: { pk: 'statusKey' } }, stream: 'KEYS_ONLY' },
        'with a stream of NEW_AND_OLD_IMAGES, not KEYS_ONLY',
      ],
      [
        { indexes: { byStatus: { pk: 'statusKey' }, byTotal: { name: 'lsi2' } } },
        'without the local index lsi2, and one can be added to no existing table; make it global',
      ],
    ];
    for (const [definition, message] of refusals) {
      await expect(shop(backend, definition).createTable()).rejects.toThrow(message);
    }
    const Wider = entity('ORDER', {
      key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{id}' },
      attributes: { customer: a.string(), id: a.string(), status: a.string(), until: a.timeToLive() },
      indexes: { byStatus: { pk: 'STATUS#{status}' } },
    });
    const wider = { entities: [Wider], stream: undefined, indexes: { byStatus: { pk: 'statusKey' } } };
    await expect(shop(backend, wider).createTable()).rejects.toThrow(
      'its index byStatus does not hold all attributes; a projection cannot be changed, so give the index another name',
    );
    expect(changes(asked)).toHaveLength(before);
    const later = { ...wider, indexes: { byStatus: { name: 'byStatus2', pk: 'statusKey' } } };
    await expect(shop(backend, later).createTable()).rejects.toThrow(
      'with the time to live ttl, not until; disable it first',
    );
  });

  it('refuses a table of two times to live, and a stream where there are none', async () => {
    const { inner } = recorded();
    const Until = entity('UNTIL', {
      key: { pk: 'U#{id}', sk: 'U' },
      attributes: { id: a.string(), until: a.timeToLive() },
    });
    expect(() => shop(inner, { entities: [Session, Until] })).toThrow(
      'the table shop has one time to live, but SESSION stores it as ttl and UNTIL as until; give both one name by .as()',
    );
    const poor: Backend = {
      runtime: systemRuntime,
      capabilities: { ...everyCapability, streams: false },
      execute: () => Promise.reject(new Error('nothing is sent')),
    };
    await expect(async () => shop(poor).createTable()).rejects.toThrow('needs streams, which this backend lacks');
  });

  it('ends at its deadline and its signal, and where it may not', async () => {
    const { backend } = recorded();
    await expect(shop(backend).createTable({ deadline: 0 })).rejects.toMatchObject({
      name: 'DeadlineExceededError',
      mayHaveHappened: false,
    });
    const never = recorded((operation) => (operation === 'DescribeTable' ? 'lost' : undefined));
    await expect(shop(never.backend).createTable({ deadline: Date.UTC(2026, 0, 2) })).rejects.toMatchObject({
      name: 'DeadlineExceededError',
      mayHaveHappened: true,
    });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(shop(backend).createTable({ signal })).rejects.toThrow('enough');
    const forbidden: Backend = {
      ...backend,
      execute: () => Promise.reject(new ServiceError('AccessDeniedException', 'no', {})),
    };
    await expect(shop(forbidden).createTable()).rejects.toMatchObject({ name: 'AccessDeniedError' });
    const lost: Backend = {
      ...backend,
      execute: (operation, input, options) =>
        operation === 'CreateTable'
          ? Promise.reject(new UnansweredError('x', [{ end: 'open' }], undefined))
          : backend.execute(operation, input, options),
    };
    await expect(shop(lost).createTable()).rejects.toThrow('CreateTable was asked for 60 times, to no effect');
    const full: Backend = {
      ...backend,
      execute: (operation, input, options) =>
        operation === 'CreateTable'
          ? Promise.reject(new ServiceError('LimitExceededException', 'There is a limit of 2500 tables', {}))
          : backend.execute(operation, input, options),
    };
    await expect(shop(full).createTable()).rejects.toMatchObject({
      name: 'LimitExceededError',
      message: 'create the table shop: There is a limit of 2500 tables',
    });
  });
});
