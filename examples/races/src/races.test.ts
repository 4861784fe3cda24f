import { ExplorationError, type ExplorationReport, explore } from '@holdfast/sim';
import { describe, expect, it } from 'vitest';
import * as doubleDeposit from './double-deposit.js';
import * as lostUpdate from './lost-update.js';
import * as writeSkew from './write-skew.js';

const races = {
  'lost update': { ...lostUpdate, seen: 'the balance is 10, not 30' },
  'double deposit': { ...doubleDeposit, seen: 'the balance is 20, not 10' },
  'write skew': { ...writeSkew, seen: 'the team has 4 seats, and may have 3' },
};

describe.each(Object.entries(races))('%s', (_, { broken, mended, seen }) => {
  // each exploration has a store of its own type
  const run = explore as (exploration: unknown) => Promise<ExplorationReport>;

  it('is found', async () => {
    const failure = await run(broken).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ExplorationError);
    expect((failure as ExplorationError).message).toContain(seen);
  });

  it('is gone', async () => {
    expect(await run(mended)).toMatchObject({ exhaustive: true });
  });
});
