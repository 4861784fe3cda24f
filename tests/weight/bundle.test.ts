import { describe, expect, it } from 'vitest';
import { bundle, program } from './bundle.js';

/** Kilobytes of 1,000 bytes, gzipped. Lower it whenever it can be; what raises it needs a reason in the changelog. */
const most = 42.3;

describe('the library in a bundle, without the AWS SDK', () => {
  it(`takes at most ${most} KB with entities, tables, every attribute type, transactions and the AWS backend`, async () => {
    const { gzipped } = await bundle(program);
    expect(gzipped / 1000).toBeLessThanOrEqual(most);
    // or it has measured something else
    expect(gzipped / 1000).toBeGreaterThan(most - 2);
  });

  it('leaves out what is not imported', async () => {
    const { modules } = await bundle(program);
    const unwanted = [...modules].filter(
      ([id, bytes]) => bytes > 0 && /batch-|parallel-scan|signed-cursors|infra\/|http\/|raw|parser\/|classify/.test(id),
    );
    expect(unwanted).toEqual([]);
    const { gzipped } = await bundle("export { Decimal } from 'holdfast';");
    expect(gzipped).toBeLessThan(3_000);
  });
});
