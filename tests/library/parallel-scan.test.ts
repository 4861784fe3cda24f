import { createEngine } from '@holdfast/engine';
import type { Backend } from '@holdfast/wire';
import { a, batchWrite, entity, parallelScan, table } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';

const Item = entity('ITEM', {
  key: { pk: 'ITEM#{id:4}', sk: 'ITEM' },
  attributes: { id: a.number(), even: a.boolean() },
});
const Other = entity('OTHER', { key: { pk: 'OTHER#{id:4}', sk: 'OTHER' }, attributes: { id: a.number() } });

const all = Array.from({ length: 100 }, (_, id) => id);

/** A shop of 100 items whose scans a test watches, holds up and fails. */
async function openShop(
  meet: (segment: number, signal: AbortSignal | undefined) => Promise<void> = async () => {},
  inner = createEngine().backend(),
) {
  const seen = { underWay: 0, most: 0, requests: 0 };
  const backend: Backend = {
    runtime: inner.runtime,
    capabilities: inner.capabilities,
    execute: async (operation, input, options) => {
      if (operation !== 'Scan') return inner.execute(operation, input, options);
      seen.requests += 1;
      seen.underWay += 1;
      seen.most = Math.max(seen.most, seen.underWay);
      try {
        await meet((input as { readonly Segment: number }).Segment, options?.signal);
        return await inner.execute(operation, input, options);
      } finally {
        seen.underWay -= 1;
      }
    },
  };
  const shop = table({ name: `scan-${inner.runtime.uuid()}`, backend, entities: [Item, Other] });
  await shop.createTable();
  const [items, others] = [shop.of(Item), shop.of(Other)];
  await batchWrite(all.flatMap((id) => [items.put({ id, even: id % 2 === 0 }), others.put({ id })])).send();
  return { items, seen, close: () => inner.execute('DeleteTable', { TableName: shop.name }) };
}
async function idsOf(rows: AsyncIterable<{ readonly id: number }>) {
  const ids: number[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids.sort((one, other) => one - other);
}
describe.each(backends)('a parallel scan on $name', ({ open }) => {
  let store: OpenBackend;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  it.each([
    { segments: 1 },
    { segments: 4 },
    { segments: 16, concurrency: 3 },
    { segments: 3, concurrency: 50 },
    { segments: 200, concurrency: 7 },
  ])(
    'gives every item once, with no more requests at a time than it may ($segments, $concurrency)',
    async (options) => {
      const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
      const { items, seen, close } = await openShop(pause, store.backend);
      expect(await idsOf(parallelScan(items.scan().pageSize(5), options))).toEqual(all);
      expect(seen.most).toBeLessThanOrEqual(Math.min(options.concurrency ?? options.segments, options.segments));
      expect(seen.underWay).toBe(0);
      await close();
    },
  );

  it('keeps the settings of its scan', async () => {
    const { items, close } = await openShop(undefined, store.backend);
    const scan = items
      .scan()
      .pageSize(7)
      .filter((i) => i.even.eq(true))
      .select('id');
    const even = all.filter((id) => id % 2 === 0);
    expect(await idsOf(parallelScan(scan, { segments: 5 }))).toEqual(even);
    expect(await idsOf(parallelScan(scan.limit(11), { segments: 5 }))).toHaveLength(11);
    // and can be iterated again
    const rows = parallelScan(scan, { segments: 2 });
    expect(await idsOf(rows)).toEqual(await idsOf(rows));
    await close();
  });
});

describe('a parallel scan', () => {
  it('sends nothing while its consumer is busy with as many pages as may be under way', async () => {
    const { items, seen } = await openShop();
    const rows = parallelScan(items.scan().pageSize(2), { segments: 8, concurrency: 2 })[Symbol.asyncIterator]();
    await rows.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.requests).toBeLessThan(30);
    const before = seen.requests;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.requests).toBe(before);
    await rows.return?.();
    expect(seen.requests).toBe(before);
  });

  it('gives up what is under way when its consumer stops', async () => {
    let aborted = 0;
    const { items, seen } = await openShop((segment, signal) => {
      if (segment === 0) return Promise.resolve();
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          aborted += 1;
          reject(signal.reason);
        });
      });
    });
    for await (const _ of parallelScan(items.scan(), { segments: 4 })) break;
    expect({ aborted, underWay: seen.underWay, requests: seen.requests }).toEqual({
      aborted: 3,
      underWay: 0,
      requests: 4,
    });
  });

  it('fails as a whole when one segment does, and nothing is left behind', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const { items, seen } = await openShop(async (segment) => {
      if (segment >= 2) throw new Error(`segment ${segment} broke`);
    });
    const rows = parallelScan(items.scan().pageSize(3), { segments: 4 })[Symbol.asyncIterator]();
    await expect(
      (async () => {
        // a slow consumer: both failures come while nobody waits for them
        while (!(await rows.next()).done) await new Promise((resolve) => setTimeout(resolve, 5));
      })(),
    ).rejects.toThrow(/segment [23] broke/);
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
    expect(seen.underWay).toBe(0);
    expect(await rows.next()).toEqual({ done: true, value: undefined });
  });

  it('ends with the reason of an abort', async () => {
    const { items, seen } = await openShop();
    const controller = new AbortController();
    const read = async () => {
      let count = 0;
      for await (const _ of parallelScan(items.scan().pageSize(1), { segments: 4, signal: controller.signal })) {
        count += 1;
        if (count === 10) controller.abort(new Error('enough'));
      }
    };
    await expect(read()).rejects.toThrow('enough');
    expect(seen.underWay).toBe(0);
    expect(seen.requests).toBeLessThan(100);
  });

  it('is refused before anything is sent where it makes no sense', async () => {
    const { items } = await openShop();
    const scan = items.scan();
    expect(() => parallelScan(scan, { segments: 0 })).toThrow(/segments is a whole number from 1/);
    expect(() => parallelScan(scan, { segments: 1_000_001 })).toThrow(/segments/);
    expect(() => parallelScan(scan, { segments: 2, concurrency: 1.5 })).toThrow(/concurrency/);
    expect(() => parallelScan(items.query({ id: 1 }) as never, { segments: 2 })).toThrow(/takes a scan/);
    expect(() => parallelScan({} as never, { segments: 2 })).toThrow(/takes a scan/);
  });
});
