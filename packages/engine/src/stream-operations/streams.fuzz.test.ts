import { ServiceError } from '@holdfast/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine } from '../engine.js';
import { describeStream, put, recordsOf, streamedTable } from '../testing/streamed-table.js';

const odd = fc.oneof(
  fc.string({ maxLength: 70 }),
  fc.stringMatching(/^[0-9]{21,40}$/),
  fc.integer(),
  fc.constantFrom(null, true, {}, [], '__proto__', 'x'.repeat(40)),
);
/** A text that works, and one that is nearly the same. */
const near = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 3 }))
    .map(([at, cut, added]) => text.slice(0, at) + added + text.slice(at + cut));

test('whatever comes in for streams, only answers and the errors of the service come out', () => {
  const engine = createEngine();
  const StreamArn = streamedTable(engine);
  for (const pk of ['a', 'b', 'c']) put(engine, { pk: { S: pk } });
  const ShardId = describeStream(engine, StreamArn).Shards[0]?.ShardId ?? '';
  const SequenceNumber = recordsOf(engine, StreamArn)[1]?.dynamodb.SequenceNumber ?? '';
  const { ShardIterator } = engine.execute('GetShardIterator', { StreamArn, ShardId, ShardIteratorType: 'LATEST' });
  const place = ShardIterator.split('|')[2] ?? '';
  const content = Buffer.from(place, 'base64').toString('latin1');

  const either = (text: string) => fc.oneof({ weight: 3, arbitrary: fc.constant(text) }, near(text), odd);
  const input = fc.record(
    {
      StreamArn: either(StreamArn),
      ShardId: either(ShardId),
      SequenceNumber: either(SequenceNumber),
      ShardIteratorType: fc.constantFrom('TRIM_HORIZON', 'LATEST', 'AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER', 'X'),
      ShardIterator: fc.oneof(
        either(ShardIterator),
        near(content).map((changed) => `${StreamArn}|1|${btoa(changed.replace(/[^\0-\xff]/g, ''))}`),
      ),
      ExclusiveStartStreamArn: either(StreamArn),
      ExclusiveStartShardId: either(ShardId),
      ShardFilter: fc.record({ Type: fc.constantFrom('CHILD_SHARDS', 'X'), ShardId: either(ShardId) }),
      Limit: fc.oneof(fc.integer({ min: -1, max: 1001 }), odd),
    },
    { requiredKeys: [] },
  );
  const operation = fc.constantFrom('ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords');
  fc.assert(
    fc.property(operation, fc.oneof(input, odd), (name, request) => {
      try {
        expect(engine.executeUntyped(name, request)).toBeTypeOf('object');
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
      }
    }),
    { numRuns: 2000 },
  );
  expect(recordsOf(engine, StreamArn)).toHaveLength(3);
});
