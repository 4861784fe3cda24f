import type { AttributeMap } from '@holdfast/wire';
import { needType } from '../attributes/mismatch.js';
import { ValidationError } from '../errors/usage-errors.js';
import type { SendOptions } from '../kernel/deliver.js';
import { readPage } from '../kernel/read-page.js';
import { checkEnd } from '../kernel/send-options.js';
import { QueryOperation } from './query-operation.js';
import { type RowPlan, rowsIn } from './query-rows.js';
import type { AnyScan } from './reads.js';

export interface ParallelScanOptions extends SendOptions {
  /** Into how many parts the table is divided; up to 1,000,000. */
  readonly segments: number;
  /** The most requests under way at a time; as many as segments unless given. */
  readonly concurrency?: number | undefined;
}

const mostSegments = 1_000_000;

/**
 * Reads a table by several requests at a time, and gives its items in no order.
 *
 * ```ts
 * for await (const order of parallelScan(orders.scan(), { segments: 16, concurrency: 4 })) …
 * ```
 *
 * Each request is sent only while fewer than `concurrency` pages are on their way or unread, so a slow consumer slows the
 * reads down. When the loop ends, by `break`, an error, the limit or the signal, requests under way are given up, and nothing
 * goes on behind it. Of the scan's own settings all hold but its order of pages.
 *
 * @throws ValidationError for a number of segments or requests that is none
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Scan.html#Scan.ParallelScan
 */
export function parallelScan<T>(scan: AnyScan<T>, options: ParallelScanOptions): AsyncIterable<T> {
  needType('the options of parallelScan()', 'object', options);
  const { segments, concurrency = segments } = options;
  if (!(scan instanceof QueryOperation) || scan.rows.plan.keyCondition !== undefined) {
    throw new ValidationError('parallelScan() takes a scan, as `orders.scan()` makes it');
  }
  counted('segments', segments, mostSegments);
  counted('concurrency', concurrency, Number.MAX_SAFE_INTEGER);
  const { rows } = scan;
  return { [Symbol.asyncIterator]: () => rowsOfSegments(rows, { ...options, concurrency }) as AsyncGenerator<T> };
}

interface Part {
  readonly index: number;
  readonly start: AttributeMap | undefined;
}

async function* rowsOfSegments(
  rows: RowPlan,
  { segments, concurrency, signal, ...options }: ParallelScanOptions & { readonly concurrency: number },
): AsyncGenerator<unknown> {
  const { limit = Number.POSITIVE_INFINITY, plan } = rows;
  const ending = new AbortController();
  const stop = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
  const waiting: Part[] = Array.from({ length: segments }, (_, index) => ({ index, start: undefined }));
  const underWay = new Map<number, ReturnType<typeof request>>();
  async function request({ index, start }: Part) {
    const segment = { ...plan, segment: { index, of: segments } };
    return { index, page: await readPage(segment, start, plan.pageSize, { ...options, signal: stop }) };
  }
  const fill = () => {
    while (underWay.size < concurrency) {
      const part = waiting.shift();
      if (part === undefined) return;
      const answer = request(part);
      // it may fail while nobody waits for it; whoever does hears of it all the same
      answer.catch(() => {});
      underWay.set(part.index, answer);
    }
  };
  let given = 0;
  try {
    for (fill(); underWay.size > 0; fill()) {
      const { index, page } = await Promise.race(underWay.values());
      underWay.delete(index);
      if (page.last !== undefined) waiting.push({ index, start: page.last });
      for (const row of rowsIn(rows, page.items)) {
        checkEnd(plan.target.backend.runtime, plan, { ...options, signal });
        yield row;
        given += 1;
        if (given >= limit) return;
      }
    }
  } finally {
    ending.abort();
    await Promise.allSettled(underWay.values());
  }
}

function counted(name: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  throw new ValidationError(`parallelScan: ${name} is a whole number from 1 to ${most}, not ${value}`);
}
