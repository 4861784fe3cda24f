import type { AttributeMap, Backend, KeysAndAttributes, Projection } from '@holdfast/wire';
import { attributePath } from './attribute-path.js';
import type { SendOptions } from './deliver.js';
import { type Batch, chunksOf, drainBatch } from './drain-batch.js';
import { type LabelledGet, printedProjection, projectionOfGet } from './get.js';
import type { PlannedRequest } from './plan.js';
import { describeItem, keyOf } from './stored-item.js';

export interface ReadBatch {
  /** What was found, by label. */
  readonly found: ReadonlyMap<string, AttributeMap>;
  /** The labels that were not read. */
  readonly unprocessed: ReadonlySet<string>;
  /** Why there are any. */
  readonly error: unknown;
}
/** An item to read, and all who asked for it. */
interface Entry {
  readonly table: string;
  readonly key: AttributeMap;
  readonly gets: LabelledGet[];
}

/** The most items in one request. */
const mostKeys = 100;

/** Reads items in as few requests as they fit in; an item that is asked for more than once is fetched once. */
export async function readBatch(
  backend: Backend,
  gets: readonly LabelledGet[],
  options?: SendOptions,
): Promise<ReadBatch> {
  const found = new Map<string, AttributeMap>();
  const unprocessed = new Set<string>();
  let error: unknown;
  const entries = entriesOf(gets);
  for (const consistent of bothWays) {
    const alike = readAlike(entries, consistent);
    const batch = batchOf(backend, alike, consistent, found);
    const remains = unprocessed.size > 0 ? { unprocessed: alike, error } : await drainBatch(batch, options);
    for (const { label } of remains.unprocessed.flatMap((entry) => entry.gets)) unprocessed.add(label);
    error = remains.error;
  }
  return { found, unprocessed, error };
}

/** The requests that {@link readBatch} sends while the service leaves nothing for later. */
export function batchGetRequests(backend: Backend, gets: readonly LabelledGet[]): PlannedRequest[] {
  const entries = entriesOf(gets);
  return bothWays.flatMap((consistent) => {
    const batch = batchOf(backend, readAlike(entries, consistent), consistent, new Map());
    return chunksOf(batch).map((chunk) => ({ operation: batch.operation, input: batch.input(chunk) }));
  });
}

/** A request reads all that it reads of a table in one way. */
const bothWays = [true, false] as const;
function readAlike(entries: readonly Entry[], consistent: boolean): readonly Entry[] {
  return entries.filter((entry) => entry.gets.some(({ get }) => get.consistent) === consistent);
}

function entriesOf(gets: readonly LabelledGet[]): readonly Entry[] {
  const byItem = new Map<string, Entry>();
  for (const each of gets) {
    const { target, key } = each.get;
    const id = describeItem(target.table, key);
    const entry = byItem.get(id);
    if (entry === undefined) byItem.set(id, { table: target.table, key, gets: [each] });
    else entry.gets.push(each);
  }
  return [...byItem.values()];
}

function batchOf(
  backend: Backend,
  all: readonly Entry[],
  consistent: boolean,
  found: Map<string, AttributeMap>,
): Batch<'BatchGetItem', Entry> {
  return {
    backend,
    what: `the batch of ${all.length} reads`,
    operation: 'BatchGetItem',
    entries: all,
    chunk: mostKeys,
    input: (entries) => {
      const RequestItems: Record<string, KeysAndAttributes> = Object.create(null);
      for (const [table, own] of byTable(entries)) {
        const Keys = own.map((entry) => entry.key);
        RequestItems[table] = { Keys, ConsistentRead: consistent, ...printedProjection(projectionOfAll(own)) };
      }
      return { RequestItems };
    },
    unprocessed: (entries, { Responses, UnprocessedKeys }) => {
      const left: Entry[] = [];
      for (const [table, own] of byTable(entries)) {
        const byKey = new Map(own.map((entry) => [describeItem(table, entry.key), entry]));
        const names = Object.keys(own[0]?.key ?? {});
        for (const item of Responses[table] ?? []) {
          for (const { label } of byKey.get(describeItem(table, keyOf(item, names)))?.gets ?? []) {
            found.set(label, item);
          }
        }
        for (const key of UnprocessedKeys[table]?.Keys ?? []) {
          const entry = byKey.get(describeItem(table, keyOf(key, names)));
          if (entry !== undefined) left.push(entry);
        }
      }
      return left;
    },
  };
}

export function byTable<Each extends { readonly table: string }>(all: readonly Each[]): ReadonlyMap<string, Each[]> {
  const tables = new Map<string, Each[]>();
  for (const each of all) {
    const own = tables.get(each.table);
    if (own === undefined) tables.set(each.table, [each]);
    else own.push(each);
  }
  return tables;
}

/** What any of the reads of one table asks for, since a request fetches the same of all of them. */
function projectionOfAll(entries: readonly Entry[]): Projection | undefined {
  const names = new Set<string>();
  for (const { get } of entries.flatMap((entry) => entry.gets)) {
    const projection = projectionOfGet(get);
    if (projection === undefined) return undefined;
    for (const path of projection) names.add(path.elements[0]);
  }
  return [...names].map(attributePath);
}
