import { writeFileSync } from 'node:fs';
import { ExplorationError } from '@holdfast/sim';
import { afterAll, describe, expect, it } from 'vitest';
import { exploredPage, type TriedPromise } from './explored-page.js';
import { promises } from './promises.js';

const tried: TriedPromise[] = [];

describe.each(promises)('$name', (promise) => {
  it('holds, and its twins do not', async () => {
    const report = await promise.large();
    const twins: Record<string, number> = {};
    for (const [name, twin] of Object.entries(promise.twins)) {
      const failure = await twin().catch((error: unknown) => error);
      if (!(failure instanceof ExplorationError)) throw new Error(`the twin is not found out: ${name}`);
      twins[name] = failure.report.schedules;
    }
    tried.push({ promise, report, twins });
    console.log(`${promise.name}: ${report.schedules} schedules in ${report.elapsed.toFixed(0)} s`);
  });
});

afterAll(() => {
  expect(tried).toHaveLength(promises.length);
  writeFileSync(new URL('../../docs/explored.md', import.meta.url), exploredPage(tried));
});
