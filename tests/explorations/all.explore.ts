import { writeFileSync } from 'node:fs';
import { ExplorationError, type ExplorationReport } from '@holdfast/sim';
import { afterAll, describe, expect, it } from 'vitest';
import { exploredPage, type TriedPromise } from './explored-page.js';
import { promises } from './promises.js';

const tried: TriedPromise[] = [];

describe.each(promises)('$name', (promise) => {
  it('holds, and its twins do not', async () => {
    const reports: ExplorationReport[] = [];
    for (const run of [promise.small, ...promise.large]) reports.push(await run());
    const twins: Record<string, number> = {};
    for (const [name, twin] of Object.entries(promise.twins)) {
      const failure = await twin().catch((error: unknown) => error);
      if (!(failure instanceof ExplorationError)) throw new Error(`the twin is not found out: ${name}`);
      twins[name] = failure.report.schedules;
    }
    tried.push({ promise, reports, twins });
    for (const { schedules, elapsed } of reports) {
      console.log(`${promise.name}: ${schedules} schedules in ${elapsed.toFixed(0)} s`);
    }
  });
});

afterAll(() => {
  expect(tried).toHaveLength(promises.length);
  writeFileSync(new URL('../../docs/explored.md', import.meta.url), exploredPage(tried));
});
