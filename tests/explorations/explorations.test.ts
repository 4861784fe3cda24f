import { readFileSync } from 'node:fs';
import { ExplorationError } from '@holdfast/sim';
import { describe, expect, it } from 'vitest';
import { promises } from './promises.js';

describe.each(promises)('$name', ({ small, twins }) => {
  it('holds in every schedule', async () => {
    expect(await small()).toMatchObject({ exhaustive: true, random: 0 });
  });

  it.each(Object.entries(twins))('is broken by %s', async (_, twin) => {
    const failure = await twin().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ExplorationError);
    expect((failure as ExplorationError).kind).not.toBe('uncontrolled');
  });
});

it('is told by the handbook, twin by twin', () => {
  const page = readFileSync(new URL('../../docs/explored.md', import.meta.url), 'utf8');
  for (const { name, promise, twins } of promises) {
    expect(page).toContain(`## ${name}\n\n${promise}\n`);
    for (const twin of Object.keys(twins)) expect(page).toContain(twin);
  }
});
