import { createEngine } from '@holdfast/engine';
import { type Backend, type CreateTableInput, everyCapability } from '@holdfast/wire';
import fc from 'fast-check';
import { a, entity, type Table, type TableDefinition, table } from 'holdfast';
import { type Accepted, type ReviewOptions, type RuleName, review, toCloudFormation } from 'holdfast/infra';
import { describe, expect, it } from 'vitest';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{id}' },
  attributes: { customer: a.string(), id: a.string(), note: a.string(), until: a.timeToLive().as('ttl').optional() },
  indexes: { byNote: { pk: 'NOTE#{note}', sk: '{id}', projection: ['note'] }, local: { sk: '{note}' } },
});
const Seat = entity('SEAT', {
  key: { pk: '{row}', sk: '{number}' },
  attributes: { row: a.string(), number: a.number() },
  discriminator: 'none',
});
const Single = entity('SINGLE', { key: { pk: 'S#{id}' }, attributes: { id: a.string() } });

describe('toCloudFormation', () => {
  it('describes the table that createTable makes', () => {
    const shop = table({ name: 'shop', backend: createEngine().backend(), entities: [Order], stream: 'NEW_IMAGE' });
    expect(toCloudFormation(shop)).toEqual({
      Type: 'AWS::DynamoDB::Table',
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        TableName: 'shop',
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: ['pk', 'sk', 'byNotepk', 'byNotesk', 'localsk'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        })),
        GlobalSecondaryIndexes: [
          {
            IndexName: 'byNote',
            KeySchema: [
              { AttributeName: 'byNotepk', KeyType: 'HASH' },
              { AttributeName: 'byNotesk', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['_entity', 'note'] },
          },
        ],
        LocalSecondaryIndexes: [
          {
            IndexName: 'local',
            KeySchema: [
              { AttributeName: 'pk', KeyType: 'HASH' },
              { AttributeName: 'localsk', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: true,
      },
    });
  });

  it('is taken by the service, and makes the same table', async () => {
    const tables: fc.Arbitrary<Partial<TableDefinition<string>>> = fc.record(
      {
        entities: fc.constantFrom<TableDefinition<string>['entities'][]>([Order], [Seat], [Single]),
        stream: fc.constantFrom('KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES'),
        keys: fc.constant({ pk: 'partition', sk: 'sort' }),
        indexes: fc.constant({ byNote: { name: 'gsi1' } }),
      },
      { requiredKeys: ['entities'] },
    );
    await fc.assert(
      fc.asyncProperty(tables, fc.boolean(), async (definition, isGuarded) => {
        const [ours, theirs] = [createEngine().backend(), createEngine().backend()];
        const shop = (backend: Backend) => table({ name: 'shop', backend, ...definition } as TableDefinition<string>);
        const options = { deletionProtection: isGuarded, pointInTimeRecovery: isGuarded, retain: isGuarded };
        const { DeletionPolicy, Properties } = toCloudFormation(shop(ours), options);
        expect(DeletionPolicy).toBe(isGuarded ? 'Retain' : 'Delete');
        // what CloudFormation makes of the two that differ from CreateTable's own
        const { TimeToLiveSpecification, PointInTimeRecoverySpecification, StreamSpecification, ...input } = Properties;
        expect(PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(isGuarded);
        const stream = StreamSpecification && { StreamEnabled: true, ...StreamSpecification };
        await theirs.execute('CreateTable', {
          ...input,
          DeletionProtectionEnabled: false,
          ...(stream ? { StreamSpecification: stream } : {}),
        } satisfies CreateTableInput);
        if (TimeToLiveSpecification) {
          await theirs.execute('UpdateTimeToLive', { TableName: 'shop', TimeToLiveSpecification });
        }
        await shop(ours).createTable();
        expect(await described(theirs)).toEqual(await described(ours));
      }),
      { numRuns: 30 },
    );
  });
});

async function described(backend: Backend): Promise<unknown> {
  const { Table } = (await backend.execute('DescribeTable', { TableName: 'shop' })).output;
  const { TimeToLiveDescription } = (await backend.execute('DescribeTimeToLive', { TableName: 'shop' })).output;
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes, StreamSpecification } = Table;
  const parts = { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes };
  const text = JSON.stringify({ ...parts, StreamSpecification, TimeToLiveDescription });
  return JSON.parse(text.replace(/"CreationDateTime":[^,}]*/g, '"CreationDateTime":0'));
}

const engine = createEngine().backend();
const far: Backend = { ...engine, capabilities: { ...everyCapability, regions: 'several' } } as Backend;
const shopOf = (entities: TableDefinition<string>['entities'], backend: Backend = engine): Table<string> =>
  table({ name: 'shop', backend, entities });
const Seen = entity('SEEN', { key: { pk: 'SEEN#{id}' }, attributes: { id: a.string(), until: a.timeToLive() } });
const hour = 3_600_000;

interface Fixture {
  readonly rule: RuleName;
  readonly fails: Table<string>;
  readonly options?: ReviewOptions;
  readonly passing?: ReviewOptions;
  readonly entity: string | undefined;
  readonly of: string | undefined;
  readonly message: string;
  readonly passes: Table<string>;
}
const plain = { id: a.string(), name: a.string() };
const fixtures: readonly Fixture[] = [
  {
    rule: 'constant-partition-key',
    fails: shopOf([entity('EVENT', { key: { pk: 'EVENTS', sk: '{id}' }, attributes: plain })]),
    entity: 'EVENT',
    of: 'key',
    message:
      'every EVENT has the one partition key "EVENTS", and a partition takes 1,000 writes and 3,000 reads a second',
    passes: shopOf([entity('EVENT', { key: { pk: 'EVENTS#{id}', sk: '{name}' }, attributes: plain })]),
  },
  {
    rule: 'constant-partition-key',
    fails: shopOf([
      entity('EVENT', { key: { pk: 'E#{id}' }, attributes: plain, indexes: { all: { pk: 'EVENTS', sk: '{name}' } } }),
    ]),
    entity: 'EVENT',
    of: 'all',
    message: 'every EVENT has the one partition key "EVENTS"',
    passes: shopOf([
      entity('EVENT', { key: { pk: 'E#{id}', sk: 'E' }, attributes: plain, indexes: { local: { sk: '{name}' } } }),
    ]),
  },
  {
    rule: 'hot-partition-key',
    fails: shopOf([
      entity('JOB', {
        key: { pk: 'JOB#{id}' },
        attributes: { id: a.string(), state: a.literal('new', 'done'), on: a.day() },
        indexes: { byState: { pk: '{state}#{on}', sk: '{id}' } },
      }),
    ]),
    entity: 'JOB',
    of: 'byState',
    message: 'the partition key "{state}#{on}" grows hot: state has only a few values, on is the same all day',
    passes: shopOf([
      entity('JOB', {
        key: { pk: 'JOB#{id}' },
        attributes: { id: a.string(), state: a.literal('new', 'done'), worker: a.string() },
        indexes: { byState: { pk: '{state}#{worker}', sk: '{id}' } },
      }),
    ]),
  },
  {
    rule: 'time-to-live-before-retries-end',
    fails: shopOf([Seen]),
    options: { lifetimes: { SEEN: hour } },
    entity: 'SEEN',
    of: 'until',
    message:
      'a SEEN expires after 60 min, and commands are sent again for up to 6 h: one that comes later finds it gone',
    passes: shopOf([Seen]),
    passing: { lifetimes: { SEEN: 24 * hour, ORDER: 1 } },
  },
  {
    rule: 'read-modify-write-without-version',
    fails: shopOf([
      entity('CART', {
        key: { pk: 'CART#{id}' },
        attributes: { ...plain, lines: a.list(a.string()), sum: a.decimal() },
      }),
    ]),
    entity: 'CART',
    of: undefined,
    message:
      'CART has no version: where a program reads it, changes lines, sum and puts it back, one of two such writes is lost',
    passes: shopOf([
      entity('CART', {
        key: { pk: 'CART#{id}' },
        attributes: { ...plain, lines: a.list(a.string()), sum: a.decimal(), revision: a.version() },
      }),
    ]),
  },
  {
    rule: 'unique-by-index',
    fails: shopOf([
      entity('USER', { key: { pk: 'USER#{id}' }, attributes: plain, indexes: { byName: { pk: 'NAME#{name}' } } }),
    ]),
    entity: 'USER',
    of: 'byName',
    message: 'the index byName looks a USER up by name, and keeps no two from having the same one',
    passes: shopOf([
      entity('USER', { key: { pk: 'USER#{id}' }, attributes: plain, indexes: { byName: { pk: 'NAME#{name}' } } }),
      entity('NAME', {
        key: { pk: 'TAKEN#{name}' },
        attributes: { name: a.string(), user: a.string() },
        owner: 'user',
      }),
    ]),
  },
  {
    rule: 'growing-set',
    fails: shopOf([entity('POST', { key: { pk: 'POST#{id}' }, attributes: { ...plain, likedBy: a.stringSet() } })]),
    entity: 'POST',
    of: 'likedBy',
    message: 'the set likedBy of POST may grow: an item holds 400 KB',
    passes: shopOf([entity('LIKE', { key: { pk: 'POST#{id}', sk: 'LIKE#{name}' }, attributes: plain })]),
  },
  {
    rule: 'global-table',
    fails: shopOf([Order], far),
    entity: undefined,
    of: undefined,
    message:
      'shop is a global table: conditions, versions and transactions hold within one Region only, and the last writer wins',
    passes: shopOf([Order]),
  },
];

describe('review', () => {
  it.each(fixtures)(
    'finds $rule in $entity ($of), and not where it is mended',
    ({ rule, fails, options, entity: name, of, message, passes, passing }) => {
      const found = review(fails, options).filter((finding) => finding.rule === rule);
      expect(found).toEqual([
        {
          rule,
          table: 'shop',
          entity: name,
          of,
          severity: expect.any(String),
          message: expect.stringContaining(message),
        },
      ]);
      // the way out is part of the message
      expect(found[0]?.message).toMatch(/; (add|let|give|so|claim|where|no promise)/);
      expect(review(passes, passing).filter((finding) => finding.rule === rule)).toEqual([]);
    },
  );

  it('has no rule without a fixture, and finds nothing in a table that is right', () => {
    const Account = entity('ACCOUNT', {
      key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
      attributes: { id: a.string(), balance: a.decimal(), revision: a.version() },
    });
    expect(review(shopOf([Account, Order]))).toEqual([]);
    const rules: Record<RuleName, true> = {
      'constant-partition-key': true,
      'hot-partition-key': true,
      'time-to-live-before-retries-end': true,
      'read-modify-write-without-version': true,
      'unique-by-index': true,
      'growing-set': true,
      'global-table': true,
    };
    expect(new Set(fixtures.map(({ rule }) => rule))).toEqual(new Set(Object.keys(rules)));
  });

  it('leaves out what is accepted with a reason, and puts errors first', () => {
    const Post = entity('POST', {
      key: { pk: 'POSTS', sk: '{id}' },
      attributes: { ...plain, likedBy: a.stringSet(), tags: a.stringSet() },
    });
    const of = (accept: readonly Accepted[], retryHorizon?: number) =>
      review(shopOf([Post], far), { accept, retryHorizon });
    expect(of([]).map(({ severity }) => severity)).toEqual(['error', 'warning', 'notice', 'notice']);
    const reason = 'at most twenty of them';
    expect(of([{ rule: 'growing-set', of: 'tags', reason }]).map((finding) => finding.of)).toEqual([
      undefined,
      'key',
      'likedBy',
    ]);
    expect(of([{ rule: 'growing-set', entity: 'POST', reason }])).toHaveLength(2);
    expect(of([{ rule: 'growing-set', entity: 'OTHER', reason }])).toHaveLength(4);
    expect(review(shopOf([Seen]), { retryHorizon: 60_000, lifetimes: { SEEN: hour } })).toEqual([]);
  });
});
