import type { AttributeMap, Backend, WriteRequest } from '@holdfast/wire';
import { byTable } from './batch-get.js';
import type { SendOptions } from './deliver.js';
import { type Drained, drainBatch } from './drain-batch.js';
import { prepare } from './prepare.js';
import type { LabelledWrite } from './settle-transaction.js';
import { describeItem, keyOf } from './stored-item.js';

/** A write on its way, the same in every request. */
export interface BatchEntry {
  readonly label: string;
  readonly table: string;
  readonly key: AttributeMap;
  readonly request: WriteRequest;
}

/** The most writes in one request. */
const mostWrites = 25;

/** Sends puts and deletes without conditions, which are known to be of different items. */
export function writeBatch(
  backend: Backend,
  writes: readonly LabelledWrite[],
  options?: SendOptions,
): Promise<Drained<BatchEntry>> {
  return drainBatch<'BatchWriteItem', BatchEntry>(
    {
      backend,
      what: `the batch of ${writes.length} writes`,
      operation: 'BatchWriteItem',
      entries: writes.map(entryOf),
      chunk: mostWrites,
      input: (entries) => {
        const RequestItems: Record<string, readonly WriteRequest[]> = Object.create(null);
        for (const [table, own] of byTable(entries)) RequestItems[table] = own.map((entry) => entry.request);
        return { RequestItems };
      },
      unprocessed: (entries, { UnprocessedItems }) => {
        const left = new Set<string>();
        for (const [table, own] of byTable(entries)) {
          const names = Object.keys(own[0]?.key ?? {});
          for (const { PutRequest, DeleteRequest } of UnprocessedItems[table] ?? []) {
            left.add(describeItem(table, keyOf(PutRequest?.Item ?? DeleteRequest?.Key ?? {}, names)));
          }
        }
        return entries.filter(({ table, key }) => left.has(describeItem(table, key)));
      },
    },
    options,
  );
}

function entryOf({ label, write }: LabelledWrite): BatchEntry {
  const { target, key } = write;
  const { item } = prepare(write, target.backend.runtime.uuid());
  const request = item === undefined ? { DeleteRequest: { Key: key } } : { PutRequest: { Item: item } };
  return { label, table: target.table, key, request };
}
