import type { Backend } from '@holdfast/wire';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ExploredClient } from '../client/explored-client.js';
import { ExplorationError } from '../failure/exploration-error.js';
import type { Progress } from '../report/progress.js';
import { add, createTallies, Key, TableName, tallyOf } from '../testing/tally.js';
import type { Exploration } from './exploration.js';
import { explore } from './explore.js';

type Client = ExploredClient<Backend>;

/** Reads, adds one and writes, without a condition. */
const raise = async ({ backend }: Client) => {
  const before = await tallyOf(backend);
  const tally = { N: String((before === 'none' ? 0 : Number(before)) + 1) };
  await backend.execute('PutItem', { TableName, Item: { ...Key, tally } });
};

const noneIsLost =
  (expected: string): NonNullable<Exploration['final']> =>
  async ({ backend }) => {
    const tally = await tallyOf(backend);
    if (tally !== expected) throw new Error(`an update is lost: the tally is ${tally}`);
  };

const lostUpdate: Exploration = {
  name: 'lost update',
  setup: createTallies,
  clients: { alice: raise, bob: raise },
  final: noneIsLost('2'),
};

const failureOf = async (exploration: Exploration): Promise<ExplorationError> => {
  const failure = await explore(exploration).catch((error: unknown) => error);
  if (!(failure instanceof ExplorationError)) throw failure;
  return failure;
};

describe('a search', () => {
  const right: Exploration = { setup: createTallies, clients: { one: raise, two: raise } };

  it('tries all that can differ, and counts', async () => {
    const report = await explore({ ...right, faults: { lostAnswer: 1 } });
    expect(report).toMatchObject({
      name: 'exploration',
      clients: ['one', 'two'],
      faults: { lostAnswer: 1 },
      exhaustive: true,
      random: 0,
      cut: 0,
    });
    expect(report.schedules).toBeGreaterThan(4);
    expect(report.struck.lostAnswer).toBeGreaterThan(4);
    expect(report.steps).toBeGreaterThan(report.schedules * 9);
    const all = await explore({ ...right, faults: { lostAnswer: 1 }, search: { by: 'unreduced' } });
    expect(all.schedules).toBeGreaterThan(report.schedules);
  });

  it('tries few pre-emptions and then what a seed draws, where all would be too many', async () => {
    const three = { ...right, clients: { one: raise, two: raise, three: raise }, faults: { lostAnswer: 2 } };
    const report = await explore({ ...three, search: { schedules: 3_000 } });
    expect(report.exhaustive).toBe(false);
    expect(report.preemptions).toBeGreaterThanOrEqual(0);
    expect(report.random).toBeGreaterThan(200);
    expect(report.schedules + report.redundant).toBe(3_000);
  });

  it('draws the same schedules by the same seed', async () => {
    const drawn = async (seed: number) => {
      const found: string[] = [];
      await explore({
        ...right,
        search: { by: 'random', seed, schedules: 50 },
        final: async ({ backend }) => found.push(await tallyOf(backend)),
      });
      return found.join('');
    };
    expect(await drawn(1)).toBe(await drawn(1));
    expect(await drawn(1)).not.toBe(await drawn(2));
  });

  it('interrupts clients as often as it may', async () => {
    expect((await explore({ ...right, search: { by: 0 } })).schedules).toBe(2);
    expect(await explore({ ...lostUpdate, search: { by: 0 } })).toMatchObject({ exhaustive: false, preemptions: 0 });
    await expect(explore({ ...lostUpdate, search: { by: 1 } })).rejects.toThrow('an update is lost');
  });

  it('ends with its time', async () => {
    const endless = { one: raise, two: raise, three: raise, four: raise };
    const report = await explore({
      ...right,
      clients: endless,
      faults: { crash: 2 },
      search: { seconds: 0.3, schedules: 1e9 },
    });
    expect(report.exhaustive).toBe(false);
    expect(report.elapsed).toBeLessThan(5);
  });

  it('cuts a schedule that has no end, and does not call that exhaustive', async () => {
    const spin = async ({ backend }: Client) => {
      while ((await tallyOf(backend)) !== '1000') await add(backend);
    };
    const report = await explore({
      setup: createTallies,
      clients: { spin },
      search: { maxSteps: 50, by: 'exhaustive' },
    });
    expect(report).toMatchObject({ schedules: 0, cut: 1, exhaustive: false, longest: 50 });
  });

  it('tells how far it has come', async () => {
    const told: Progress[] = [];
    await explore({
      ...right,
      clients: { one: raise, two: raise, three: raise },
      faults: { lostAnswer: 2, crash: 1 },
      search: { schedules: 2_000 },
      onProgress: (progress) => told.push(progress),
    });
    expect(told.length).toBeGreaterThan(2);
    expect(told[0]).toMatchObject({ schedules: expect.any(Number), by: 'partialOrder' });
    expect(told.at(-1)?.schedules).toBeGreaterThan(told[0]?.schedules ?? 0);
  });

  it('waits for another one in the same process', async () => {
    const reports = await Promise.all([explore(right), explore(right)]);
    expect(reports.map(({ exhaustive }) => exhaustive)).toEqual([true, true]);
  });

  it('opens the store once for each client and the checks, not for each schedule', async () => {
    let opened = 0;
    const open = (backend: Backend) => {
      opened += 1;
      return { add: () => add(backend) };
    };
    const { schedules } = await explore({
      open,
      setup: createTallies,
      clients: { one: ({ store }) => store.add(), two: ({ store }) => store.add() },
    });
    expect(schedules).toBe(2);
    expect(opened).toBe(5);
  });
});

describe('an invariant', () => {
  /** Moves one from `a` to `b`, each with a write of its own. */
  const move = async ({ backend }: Client) => {
    await backend.execute('PutItem', { TableName, Item: { pk: { S: 'b' }, tally: { N: '1' } } });
    await backend.execute('DeleteItem', { TableName, Key });
  };
  const twoTallies = async (world: { readonly backend: Backend }) => {
    await createTallies(world);
    await add(world.backend);
  };

  it('is asked after every step', async () => {
    const failure = await failureOf({
      setup: twoTallies,
      clients: { move },
      invariant: async ({ backend }) =>
        (await tallyOf(backend, 'a')) === 'none' || (await tallyOf(backend, 'b')) === 'none',
    });
    expect(failure).toMatchObject({ kind: 'invariant', message: expect.stringContaining('after a step, ') });
  });

  it('sees every order of writes to different items that it reads', async () => {
    const seen = new Set<string>();
    const put = (pk: string) => (client: Client) => add(client.backend, pk);
    await explore({
      setup: createTallies,
      clients: { one: put('x'), two: put('y') },
      invariant: async ({ backend }) => {
        seen.add(`${await tallyOf(backend, 'x')} ${await tallyOf(backend, 'y')}`);
      },
    });
    expect([...seen].sort()).toEqual(['1 1', '1 none', 'none 1', 'none none']);
  });

  it('is not asked amid a transaction', async () => {
    const transact = async ({ backend }: Client) => {
      const TransactItems = ['x', 'y'].map((pk) => ({ Put: { TableName, Item: { pk: { S: pk } } } }));
      await backend.execute('TransactWriteItems', { TransactItems });
    };
    const counts = new Set<number | undefined>();
    await explore({
      setup: createTallies,
      clients: { transact },
      invariant: async ({ backend }) => {
        counts.add((await backend.execute('Scan', { TableName })).output.Count);
      },
    });
    expect([...counts]).toEqual([0, 2]);
  });

  it('has to hold at the beginning', async () => {
    const failure = await failureOf({
      setup: createTallies,
      clients: { raise },
      invariant: () => {
        throw new Error('never');
      },
    });
    expect(failure.message).toContain('never');
    expect(failure.replay).toBe('');
  });
});

describe('a failure', () => {
  it('is the shortest schedule found, drawn as a ladder', async () => {
    const failure = await failureOf(lostUpdate);
    expect(failure.kind).toBe('final');
    expect(failure.cause).toEqual(new Error('an update is lost: the tally is 1'));
    expect(failure.message).toContain('lost update: in the end, an update is lost: the tally is 1');
    expect(failure.message).toContain(failure.ladder());
    expect(failure.ladder()).toMatchInlineSnapshot(`
      "alice                         bob                           store
      ─────                         ───                           ─────
      ●─────────────────────────────────────────────────────────▶ GetItem {pk: "a"} consistent
      │                             │                             → no item
      ◀─────────────────────────────────────────────────────────●
      │                             ●───────────────────────────▶ GetItem {pk: "a"} consistent
      │                             │                             → no item
      │                             ◀───────────────────────────●
      │                             ●───────────────────────────▶ PutItem {pk: "a", tally: 1}
      │                             │                             → done
      │                             ◀───────────────────────────●
      │                             returns
      ●─────────────────────────────────────────────────────────▶ PutItem {pk: "a", tally: 1}
      │                             │                             → done
      ◀─────────────────────────────────────────────────────────●
      returns                       │"
    `);
  });

  it('is repeated by its line alone', async () => {
    const { replay, message } = await failureOf(lostUpdate);
    const again = await failureOf({ ...lostUpdate, replay });
    expect(again.replay).toBe(replay);
    expect(again.report.schedules).toBe(1);
    expect(again.ladder()).toBe((await failureOf(lostUpdate)).ladder());
    expect(message).toContain(`replay: '${replay}'`);
  });

  it('is gone where the program is mended', async () => {
    const { replay } = await failureOf(lostUpdate);
    const mended = { alice: (client: Client) => add(client.backend), bob: (client: Client) => add(client.backend) };
    await expect(explore({ ...lostUpdate, clients: mended, replay })).rejects.toThrow(
      /The schedule does not fit this program: its step \d is .* The program has changed/,
    );
    const raised = await explore({ ...lostUpdate, final: noneIsLost('1'), replay });
    expect(raised.schedules).toBe(1);
  });

  it('has no more faults than it needs', async () => {
    const once = async ({ backend }: Client) => {
      await add(backend);
      await tallyOf(backend);
    };
    const failure = await failureOf({
      setup: createTallies,
      clients: { one: once, two: once },
      faults: { lostAnswer: 2, crash: 1, throttle: 1 },
      search: { by: 'random', seed: 5, schedules: 5_000 },
      final: noneIsLost('2'),
    });
    expect(failure.replay.match(/!/g)).toHaveLength(1);
  });

  it('is drawn as HTML and as SVG, with nothing that has to be fetched', async () => {
    const failure = await failureOf(lostUpdate);
    expect(failure.html()).toContain('<!doctype html>');
    expect(failure.html()).toContain(failure.svg());
    expect(failure.html()).not.toMatch(/(?:src|href)=/);
    expect(failure.svg()).toContain('>PutItem {pk: &quot;a&quot;, tally: 1}<');
  });

  it('is a client that ends with an error of its own, and none that ends with one of the store', async () => {
    const broken = async ({ backend }: Client) => {
      await tallyOf(backend);
      return (undefined as unknown as { readonly length: number }).length;
    };
    expect(await failureOf({ setup: createTallies, clients: { broken } })).toMatchObject({
      kind: 'client',
      message: expect.stringMatching(/client broken ended with an error of its own: TypeError/),
    });
    const refused = async ({ backend }: Client) =>
      backend.execute('PutItem', { TableName, Item: Key, ConditionExpression: 'attribute_exists(pk)' });
    expect(await explore({ setup: createTallies, clients: { refused } })).toMatchObject({ exhaustive: true });
  });
});

describe('what is no exploration', () => {
  it.each([
    [{ clients: {} }, 'an exploration has at least one client'],
    [
      { clients: { raise }, faults: { lostanswer: 1 } as object },
      'There is no fault named lostanswer; there are lostRequest, ',
    ],
    [{ clients: { raise }, faults: { crash: -1 } }, 'how often crash may strike, a whole number from 0; got -1'],
    [{ clients: { raise }, restart: ['nobody'] }, 'There is no client nobody to begin again; there are raise'],
    [{ clients: { raise }, replay: 'raise:1!nothing' }, '"raise:1!nothing" is none'],
    [{ clients: { raise }, search: { schedules: 0 } }, 'schedules'],
    [{ clients: { raise }, search: { by: -1 } }, 'pre-emptions'],
    [{ clients: { raise }, search: { seed: 0.5 } }, 'A seed is a safe integer; got 0.5'],
  ] as const)('is refused: %j', async (exploration, message) => {
    await expect(explore({ setup: createTallies, ...exploration } as Exploration)).rejects.toThrow(message);
  });
});

describe('the types of an exploration', () => {
  it('are found from `open` and from the names of the clients', async () => {
    await explore({
      open: () => ({ answer: 42 }),
      setup: ({ store, backend }) => {
        expectTypeOf(store).toEqualTypeOf<{ answer: number }>();
        expectTypeOf(backend).toEqualTypeOf<Backend>();
      },
      clients: {
        one: async ({ store }) => expectTypeOf(store.answer).toEqualTypeOf<number>(),
        two: () => {},
      },
      restart: ['two'],
      skews: { one: 5 },
      invariant: ({ store }) => store.answer === 42,
      final: ({ clients, store }) => {
        expectTypeOf<keyof typeof clients>().toEqualTypeOf<'one' | 'two'>();
        expect(clients.one.status).toBe('done');
        return store.answer === 42;
      },
    });
    await explore({ clients: { one: ({ store }) => expectTypeOf(store).toEqualTypeOf<Backend>() } });
  });
});
