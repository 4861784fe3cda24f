import type { OperationInput, StreamSpecification } from '@holdfast/wire';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine.js';
import { manualClock } from '../testing/manual-clock.js';
import { describeStream, partitionKeyOf, put, recordsOf, streamedTable } from '../testing/streamed-table.js';

const keySchema = [{ AttributeName: 'pk', KeyType: 'HASH' }] as const;
const attributeDefinitions = [{ AttributeName: 'pk', AttributeType: 'S' }] as const;
const enabled: StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' };
const disabled: StreamSpecification = { StreamEnabled: false };
const validation = (message: string) => expect.objectContaining({ name: 'ValidationException', message });

describe('a stream in CreateTable', () => {
  const create = (specification: unknown) =>
    createEngine().execute('CreateTable', {
      TableName: 'events',
      AttributeDefinitions: attributeDefinitions,
      KeySchema: keySchema,
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

describe('a stream in UpdateTable', () => {
  function ready() {
    const clock = manualClock(1000);
    const engine = createEngine({ runtime: clock.runtime });
    const first = streamedTable(engine, 'events', 'NEW_IMAGE');
    const change = (StreamSpecification: StreamSpecification) =>
      engine.execute('UpdateTable', { TableName: 'events', StreamSpecification }).TableDescription;
    return { clock, engine, first, change };
  }

  test('is disabled, and another one enabled; the first can be read for 24 hours more', () => {
    const { clock, engine, first, change } = ready();
    put(engine, { pk: { S: 'a' } });
    const without = change(disabled);
    expect(without).not.toHaveProperty('StreamSpecification');
    expect(without).toMatchObject({ TableStatus: 'UPDATING', LatestStreamArn: first });
    put(engine, { pk: { S: 'b' } });
    const again = change({ ...enabled, StreamViewType: 'KEYS_ONLY' });
    expect(again.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'KEYS_ONLY' });
    expect(again.LatestStreamLabel).toBe('1970-01-01T00:00:01.001');
    const second = again.LatestStreamArn ?? '';
    put(engine, { pk: { S: 'c' } });
    expect(describeStream(engine, first).StreamStatus).toBe('DISABLED');
    expect(recordsOf(engine, first).map(partitionKeyOf)).toEqual(['a']);
    expect(recordsOf(engine, second).map(partitionKeyOf)).toEqual(['c']);
    clock.advance(24 * 60 * 60_000);
    expect(engine.execute('ListStreams', {}).Streams.map((stream) => stream.StreamArn)).toEqual([second]);
  });

  test('is refused where there is one already, or none', () => {
    const { change } = ready();
    for (const again of [enabled, { ...enabled, StreamViewType: 'OLD_IMAGE' } as const]) {
      expect(() => change(again)).toThrow(validation('Table already has an enabled stream: TableName: events'));
    }
    change(disabled);
    expect(() => change(disabled)).toThrow(validation('Table has no stream to disable: TableName: events'));
  });

  test('is refused where the view type is missing or of no use', () => {
    const { change } = ready();
    const invalid = (detail: string) => validation(`One or more parameter values were invalid: ${detail}`);
    expect(() => change({ StreamEnabled: true })).toThrow(
      invalid('If stream is being enabled then UpdateViewType is required'),
    );
    expect(() => change({ ...enabled, StreamEnabled: false })).toThrow(
      invalid('If stream is being disabled, then UpdateViewType must not be specified'),
    );
  });

  test('is refused together with throughput, or with an index that comes or goes', () => {
    const { engine } = ready();
    const together = (others: Omit<OperationInput<'UpdateTable'>, 'TableName'>) => () =>
      engine.execute('UpdateTable', { TableName: 'events', StreamSpecification: disabled, ...others });
    expect(together({ ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } })).toThrow(
      validation(
        'One or more parameter values were invalid: You cannot modify stream status while updating table IOPS',
      ),
    );
    expect(together({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'some' } }] })).toThrow(
      validation(
        'One or more parameter values were invalid: You cannot create or delete index while changing stream status',
      ),
    );
  });
});
