import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

let engine: Engine;
let arn: string;

const definition = {
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
} as const;

beforeEach(() => {
  engine = createEngine({ region: 'eu-west-1' });
  arn = create('orders', [{ Key: 'env', Value: 'test' }]);
});

function create(TableName: string, Tags: { Key: string; Value: string }[] = []): string {
  return engine.execute('CreateTable', { TableName, ...definition, Tags }).TableDescription.TableArn;
}
const tags = (ResourceArn = arn) => engine.execute('ListTagsOfResource', { ResourceArn }).Tags;
const tag = (...Tags: { Key: string; Value: string }[]) => engine.execute('TagResource', { ResourceArn: arn, Tags });
const many = (count: number) => Array.from({ length: count }, (_, index) => ({ Key: `k${index}`, Value: '' }));

describe('tags', () => {
  test('come with the table, are added, replaced and removed', () => {
    expect(tags()).toEqual([{ Key: 'env', Value: 'test' }]);
    expect(tag({ Key: 'team', Value: 'a+b-c=d.e_f:g/h@i é' }, { Key: 'env', Value: 'live' })).toEqual({});
    expect(tags()).toEqual([
      { Key: 'env', Value: 'live' },
      { Key: 'team', Value: 'a+b-c=d.e_f:g/h@i é' },
    ]);
    engine.execute('UntagResource', { ResourceArn: arn, TagKeys: ['env', 'never there'] });
    expect(tags()).toEqual([{ Key: 'team', Value: 'a+b-c=d.e_f:g/h@i é' }]);
  });

  test('belong to one table, and end with it', () => {
    const other = create('people');
    expect(tags(other)).toEqual([]);
    engine.execute('DeleteTable', { TableName: 'orders' });
    expect(() => tags()).toThrow(`Requested resource not found: ResourceArn: ${arn} not found`);
    create('orders');
    expect(tags()).toEqual([]);
  });

  test('go back with a snapshot', () => {
    const snapshot = engine.snapshot();
    tag({ Key: 'env', Value: 'live' });
    engine.restore(snapshot);
    expect(tags()).toEqual([{ Key: 'env', Value: 'test' }]);
  });

  test('are at most 50, counted after they are joined', () => {
    expect(() => tag(...many(50))).toThrow('Number of Tags exceed the current limit for the provided ResourceArn');
    expect(tags()).toHaveLength(1);
    tag(...many(49));
    expect(tags()).toHaveLength(50);
    tag({ Key: 'k0', Value: 'replaced' });
    expect(tags()).toHaveLength(50);
  });

  test.each([
    [[], 'Atleast one Tag needs to be provided as Input.'],
    [
      [
        { Key: 'good', Value: '' },
        { Key: '', Value: '' },
      ],
      'The Tag Key provided is invalid, Key: ',
    ],
    [[{ Key: 'k'.repeat(129), Value: '' }], `The Tag Key provided is invalid, Key: ${'k'.repeat(129)}`],
    [[{ Key: 'a,b', Value: '' }], 'The Tag Key provided is invalid, Key: a,b'],
    [[{ Key: 'a', Value: '100%' }], 'The Tag Value provided is invalid, Value: 100%'],
    [[{ Key: 'a' }], 'The Tag Value provided is invalid, Value: null'],
    [[{ Value: 'a' }], 'The Tag Key provided is invalid, Key: null'],
    [[{ Key: 'aws:a', Value: '' }], 'Tag Key cannot be prefixed with aws:, Key: aws:a'],
    [
      [
        { Key: 'a', Value: '1' },
        { Key: 'a', Value: '2' },
      ],
      'Duplicate Tag Keys provided as input: Duplicate Tag Key found a',
    ],
  ])('refuses %j and keeps what was there', (Tags, message) => {
    expect(() => engine.executeUntyped('TagResource', { ResourceArn: arn, Tags })).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
    expect(tags()).toEqual([{ Key: 'env', Value: 'test' }]);
  });

  test('a table with a tag that is refused is not created', () => {
    expect(() => create('people', [{ Key: 'a,b', Value: '' }])).toThrow('The Tag Key provided is invalid, Key: a,b');
    expect(engine.execute('ListTables', {}).TableNames).toEqual(['orders']);
  });

  test.each([
    [[], 'Atleast one Tag Key needs to be provided as Input.'],
    [[''], 'The Tag Key provided is invalid, Key: '],
    [many(51).map(({ Key }) => Key), 'Number of Tags exceed the current limit for the provided ResourceArn'],
  ])('refuses to remove %j', (TagKeys, message) => {
    expect(() => engine.execute('UntagResource', { ResourceArn: arn, TagKeys })).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
  });

  test.each([
    ['orders', 'ValidationException', "One or more parameter values were invalid: ARNs must start with 'arn:': orders"],
    [
      'arn:aws:dynamodb:us-west-2:123456789012:table/orders',
      'ValidationException',
      'Invalid TableArn: Invalid ResourceArn provided as input arn:aws:dynamodb:us-west-2:123456789012:table/orders',
    ],
    [
      'arn:aws:dynamodb:eu-west-1:000000000000:table/orders',
      'AccessDeniedException',
      'User: arn:aws:iam::123456789012:root is not authorized to perform: dynamodb:ListTagsOfResource on resource: arn:aws:dynamodb:eu-west-1:000000000000:table/orders',
    ],
    [
      'arn:aws:dynamodb:eu-west-1:123456789012:table/people',
      'ResourceNotFoundException',
      'Requested resource not found: ResourceArn: arn:aws:dynamodb:eu-west-1:123456789012:table/people not found',
    ],
  ])('%s is answered with %s', (ResourceArn, name, message) => {
    expect(() => tags(ResourceArn)).toThrow(expect.objectContaining({ name, message }));
  });
});

describe('the account', () => {
  test('has the quotas of a new one', () => {
    expect(engine.execute('DescribeLimits', {})).toEqual({
      AccountMaxReadCapacityUnits: 80_000,
      AccountMaxWriteCapacityUnits: 80_000,
      TableMaxReadCapacityUnits: 40_000,
      TableMaxWriteCapacityUnits: 40_000,
    });
  });

  test('is served at the address of its Region', () => {
    expect(engine.execute('DescribeEndpoints', {})).toEqual({
      Endpoints: [{ Address: 'dynamodb.eu-west-1.amazonaws.com', CachePeriodInMinutes: 1440 }],
    });
  });
});
