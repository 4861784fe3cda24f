import { expect, test } from 'vitest';
import type { BatchRequest } from './service-conditions.js';
import { partBatch } from './unprocessed-entries.js';

test('a batch is processed whole unless the conditions say otherwise', () => {
  expect(partBatch({}, 'BatchGetItem', [1, 2])).toEqual({ processed: [1, 2], unprocessed: [] });
});

test('the last entries stay unprocessed, as many as the condition says of that batch', () => {
  const asked: BatchRequest[] = [];
  const unprocessedEntries = (batch: BatchRequest) => {
    asked.push(batch);
    return 2;
  };
  const parts = partBatch({ unprocessedEntries }, 'BatchWriteItem', ['a', 'b', 'c']);
  expect(parts).toEqual({ processed: ['a'], unprocessed: ['b', 'c'] });
  expect(asked).toEqual([{ operation: 'BatchWriteItem', entries: 3 }]);
});

test('a batch of which nothing is processed is refused', () => {
  expect(() => partBatch({ unprocessedEntries: () => 25 }, 'BatchWriteItem', ['a', 'b'])).toThrow(
    expect.objectContaining({ name: 'ProvisionedThroughputExceededException' }),
  );
});

test.each([-1, 0.5, Number.NaN])('%s is no number of entries', (count) => {
  expect(() => partBatch({ unprocessedEntries: () => count }, 'BatchWriteItem', ['a'])).toThrow(RangeError);
});
