import { type OperationInput, type StreamSpecification, systemRuntime } from '@holdfast/wire';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine.js';
import { EngineState } from '../engine-state.js';
import { Table } from '../tables/table.js';
import type { TableDefinition } from '../tables/table-definition.js';
import { describeTable } from './table-description.js';
import { changeStream, checkStreamChange, startStream } from './table-stream.js';

const definition: TableDefinition = {
  name: 'events',
  arn: 'arn:aws:dynamodb:us-east-1:000000000000:table/events',
  id: 'an-id',
  createdAt: 0,
  keySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  attributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  billingMode: 'PAY_PER_REQUEST',
  provisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
  partitionKey: { name: 'pk', type: 'S' },
  sortKey: undefined,
};
const enabled: StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' };
const disabled: StreamSpecification = { StreamEnabled: false };
const validation = (message: string) => expect.objectContaining({ name: 'ValidationException', message });

describe('a stream in CreateTable', () => {
  const create = (specification: unknown) =>
    createEngine().execute('CreateTable', {
      TableName: 'events',
      AttributeDefinitions: definition.attributeDefinitions,
      KeySchema: definition.keySchema,
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: specification,
    } as OperationInput<'CreateTable'>);

  test.each([
    [
      { StreamEnabled: true },
      'One or more parameter values were invalid: Table is being created with a stream enabled, UpdateViewType is required',
    ],
    [
      { StreamEnabled: false, StreamViewType: 'KEYS_ONLY' },
      'One or more parameter values were invalid: Table is being created with a stream disabled, UpdateViewType should not be specified',
    ],
    [
      { StreamViewType: 'KEYS_ONLY' },
      "1 validation error detected: Value null at 'streamSpecification.streamEnabled' failed to satisfy constraint: Member must not be null",
    ],
    [
      { StreamEnabled: true, StreamViewType: 'ALL' },
      "1 validation error detected: Value 'ALL' at 'streamSpecification.streamViewType' failed to satisfy constraint: Member must satisfy enum value set: [NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY]",
    ],
  ])('is refused as %o', (specification, message) => {
    expect(() => create(specification)).toThrow(validation(message));
  });

  test('is described', () => {
    const { TableDescription } = create(enabled);
    expect(TableDescription.StreamSpecification).toEqual(enabled);
    expect(TableDescription.LatestStreamArn).toBe(
      `${TableDescription.TableArn}/stream/${TableDescription.LatestStreamLabel}`,
    );
  });
});

describe('a change of a stream', () => {
  const context = { state: EngineState.empty(), runtime: { ...systemRuntime, now: () => 1000 }, region: 'us-east-1' };
  const change = (table: Table, specification: StreamSpecification) => {
    checkStreamChange(table, specification);
    changeStream(context, table, specification);
  };

  test('enables, disables and enables anew, with another stream each time', () => {
    const table = Table.empty(definition);
    change(table, enabled);
    table.put('a', { item: { pk: { S: 'a' } }, size: 3 }, 1000);
    const first = table.streams.latest;
    change(table, disabled);
    table.put('b', { item: { pk: { S: 'b' } }, size: 3 }, 1000);
    const description = describeTable(table, 'ACTIVE');
    expect(description).not.toHaveProperty('StreamSpecification');
    expect(description).toMatchObject({ LatestStreamArn: first?.arn, LatestStreamLabel: '1970-01-01T00:00:01.000' });
    change(table, { ...enabled, StreamViewType: 'KEYS_ONLY' });
    table.put('c', { item: { pk: { S: 'c' } }, size: 3 }, 1000);
    expect(table.streams.latest?.label).toBe('1970-01-01T00:00:01.001');
    const streams = table.streams.list(1000);
    expect(streams.map((stream) => [stream.isEnabled, stream.settings.viewType])).toEqual([
      [false, 'NEW_IMAGE'],
      [true, 'KEYS_ONLY'],
    ]);
    const changes = streams.map((stream) =>
      stream.shards(1000).flatMap((shard) => [...stream.entriesFrom(shard, 0)].map(({ change: { keys } }) => keys.pk)),
    );
    expect(changes).toEqual([[{ S: 'a' }], [{ S: 'c' }]]);
  });

  test('is refused where there is a stream already, or none', () => {
    const table = Table.empty(definition);
    expect(() => change(table, disabled)).toThrow(validation('Table has no stream to disable: TableName: events'));
    startStream(context, table, enabled);
    for (const again of [enabled, { ...enabled, StreamViewType: 'OLD_IMAGE' } as const]) {
      expect(() => change(table, again)).toThrow(validation('Table already has an enabled stream: TableName: events'));
    }
  });

  test('is refused where the view type is missing or of no use', () => {
    const table = Table.empty(definition);
    expect(() => change(table, { StreamEnabled: true })).toThrow(
      validation(
        'One or more parameter values were invalid: If stream is being enabled then UpdateViewType is required',
      ),
    );
    expect(() => change(table, { ...enabled, StreamEnabled: false })).toThrow(
      validation(
        'One or more parameter values were invalid: If stream is being disabled, then UpdateViewType must not be specified',
      ),
    );
  });
});
