import { createEngine } from '@holdfast/engine';
import { createRandom } from '@holdfast/sim';
import type { Backend, Runtime } from '@holdfast/wire';
import { a, entity, table } from 'holdfast';

/**
 * What waiting costs under contention: clients that each raise one version until they have done so once, on a network whose
 * messages take 10 ms, give or take 2, each way. The library's `retryOnConflict` beside the strategies of AWS's published
 * simulator (base 5 ms, cap 2 s), in virtual time: the calls until everybody is done, and when that is. Means of 100 rounds.
 *
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
const rounds = Number(process.argv[2] ?? 100);
const base = 5;
const cap = 2_000;

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});

/** Time that passes only where everybody waits. */
class VirtualTime {
  now = 0;
  readonly #timers: { readonly at: number; readonly order: number; wake(): void }[] = [];
  #order = 0;

  sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => {
      this.#order += 1;
      this.#timers.push({ at: this.now + Math.max(0, milliseconds), order: this.#order, wake });
    });
  }
  async run(work: Promise<unknown>): Promise<void> {
    let done = false;
    const end = work.finally(() => {
      done = true;
    });
    while (!done) {
      await new Promise((next) => setImmediate(next));
      this.#timers.sort((one, other) => one.at - other.at || one.order - other.order);
      const next = done ? undefined : this.#timers.shift();
      if (next === undefined) continue;
      this.now = next.at;
      next.wake();
    }
    await end;
  }
}

type Wait = (attempt: number, before: number, random: () => number) => number;
const exponential = (attempt: number) => Math.min(cap, base * 2 ** attempt);
const between = (low: number, high: number, random: () => number) => low + random() * (high - low);
const strategies: Readonly<Record<string, Wait | undefined>> = {
  'Holdfast: retryOnConflict': undefined,
  none: () => 0,
  exponential,
  'equal jitter': (attempt, _, random) => between(exponential(attempt) / 2, exponential(attempt), random),
  'full jitter': (attempt, _, random) => between(0, exponential(attempt), random),
  decorrelated: (_, before, random) => Math.min(cap, between(base, Math.max(base, before * 3), random)),
};

interface Result {
  readonly calls: number;
  readonly milliseconds: number;
}

async function contend(clients: number, wait: Wait | undefined, seed: number): Promise<Result> {
  const time = new VirtualTime();
  const random = createRandom(seed).next;
  let ids = 0;
  let calls = 0;
  const runtime: Runtime = {
    now: () => time.now,
    monotonic: () => time.now,
    random,
    uuid: () => {
      ids += 1;
      return `id-${ids}`;
    },
    sleep: (milliseconds) => time.sleep(milliseconds),
  };
  const engine = createEngine({ runtime }).backend();
  const network = () => time.sleep(Math.abs(10 + 2 * normal(random)));
  const backend: Backend = {
    runtime,
    capabilities: engine.capabilities,
    async execute(operation, input, options) {
      calls += 1;
      await network();
      const answer = engine.execute(operation, input, options);
      // the answer takes its time too where it is a refusal
      await answer.catch(() => {});
      await network();
      return answer;
    },
  };
  const accounts = table({ name: 'contention', backend, entities: [Account] }).of(Account);
  const fill = table({ name: 'contention', backend: engine, entities: [Account] });
  await fill.createTable();
  await fill.of(Account).create({ id: 'a', balance: 0 }).send();

  const raise = async () => {
    if (wait === undefined) {
      await accounts.retryOnConflict(
        async ({ latest }) => {
          const read = await latest({ id: 'a' }).orThrow();
          await accounts.put({ ...read, balance: read.balance + 1 }).send();
        },
        { runs: 10_000 },
      );
      return;
    }
    for (let attempt = 0, before = base; ; attempt += 1) {
      const read = await accounts.get({ id: 'a' }).consistent().orThrow();
      if ((await accounts.put({ ...read, balance: read.balance + 1 }).trySend()).applied) return;
      before = wait(attempt, before, random);
      await time.sleep(before);
    }
  };
  await time.run(Promise.all(Array.from({ length: clients }, raise)));
  return { calls, milliseconds: time.now };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

for (const clients of [1, 10, 100]) {
  console.log(`\n${clients} client${clients === 1 ? '' : 's'}`);
  for (const [name, wait] of Object.entries(strategies)) {
    const results: Result[] = [];
    for (let round = 0; round < rounds; round += 1) results.push(await contend(clients, wait, round + 1));
    const mean = (of: keyof Result) => results.reduce((sum, each) => sum + each[of], 0) / rounds;
    console.log(
      `  ${name.padEnd(28)} ${mean('calls').toFixed(0).padStart(6)} calls  ${mean('milliseconds').toFixed(0).padStart(6)} ms`,
    );
  }
}
