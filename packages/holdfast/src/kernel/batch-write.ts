import type { AttributeMap, Backend, WriteRequest } from '@holdfast/wire';
import { byTable } from './batch-get.js';
import type { SendOptions } from './deliver.js';
import { type Batch, chunksOf, type Drained, drainBatch } from './drain-batch.js';
import type { PlannedRequest } from './plan.js';
import { type PreparedWrite, prepare } from './prepare.js';
import type { LabelledWrite } from './settle-transaction.js';
import { describeItem, keyOf } from './stored-item.js';
import { noteChange } from './stored-origin.js';

/** A write on its way, the same in every request. */
export interface BatchEntry {
  readonly label: string;
  readonly table: string;
  readonly key: AttributeMap;
  readonly request: WriteRequest;
  readonly prepared: PreparedWrite;
}

/** The most writes in one request. */
const mostWrites = 25;

/** Sends puts and deletes without conditions, which are known to be of different items. */
export function writeBatch(
  backend: Backend,
  writes: readonly LabelledWrite[],
  options?: SendOptions,
): Promise<Drained<BatchEntry>> {
  return drainBatch(batchOf(backend, writes), options).finally(() => noteChange(writes));
}

/** The requests that {@link writeBatch} sends while the service leaves nothing for later. */
export function batchWriteRequests(
  backend: Backend,
  writes: readonly LabelledWrite[],
  id: string | undefined,
): PlannedRequest[] {
  const batch = batchOf(backend, writes, id);
  const { operation } = batch;
  return chunksOf(batch).map((entries) => {
    return { operation, input: batch.input(entries), writes: entries.map(({ prepared }) => prepared) };
  });
}

function batchOf(backend: Backend, writes: readonly LabelledWrite[], id?: string): Batch<'BatchWriteItem', BatchEntry> {
  return {
    backend,
    what: `the batch of ${writes.length} writes`,
    operation: 'BatchWriteItem',
    entries: writes.map((each) => entryOf(each, id)),
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
  };
}

function entryOf({ label, write }: LabelledWrite, id = write.target.backend.runtime.uuid()): BatchEntry {
  const { target, key } = write;
  const prepared = prepare(write, id);
  const { item } = prepared;
  const request = item === undefined ? { DeleteRequest: { Key: key } } : { PutRequest: { Item: item } };
  return { label, table: target.table, key, request, prepared };
}
