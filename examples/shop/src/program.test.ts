import { createEngine, listen } from '@holdfast/engine';
import { describe, expect, test } from 'vitest';
import { program, type Surroundings } from './program.js';
import { type Situation, situation } from './situation/situation.js';

/** A situation in which Holdfast keeps or breaks its promise and the others break it. */
function staged(holdfastHolds: boolean): Situation {
  return situation<string, boolean>({
    name: 'Staged',
    promise: 'every answer is yes.',
    consumers: 1,
    commands: () => ['question'],
    ways: {
      'by hand': () => async () => false,
      'optimistic loop': () => async () => false,
      Holdfast: () => async () => holdfastHolds,
    },
    judge: (deliveries) => {
      const wrong = deliveries.filter(({ answer }) => !answer).length;
      return {
        promised: 'yes',
        stored: wrong === 0 ? 'yes' : 'no',
        wrong: wrong === 0 ? [] : [{ kind: 'false answer', count: wrong, text: 'no' }],
      };
    },
  });
}

async function run(argv: readonly string[], situations: Surroundings['situations']) {
  let stdout = '';
  let stderr = '';
  const status = await program(argv, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    environment: {},
    situations,
  });
  return { status, stdout, stderr };
}

describe('the program', () => {
  test('ends with 0 and the table where Holdfast kept its promises', async () => {
    const { status, stdout } = await run(['--seed', '7'], async () => [staged(true)]);
    expect(status).toBe(0);
    expect(stdout).toContain('storm 7');
    expect(stdout).toContain('Staged: every answer is yes.');
    expect(stdout).toContain('Every promise of Holdfast held.');
  });

  test('ends with 1 where Holdfast broke one', async () => {
    const { status, stdout } = await run([], async () => [staged(false)]);
    expect(status).toBe(1);
    expect(stdout).toContain('Holdfast broke its promise in: Staged.');
  });

  test('ends with 1 and the reason where the run fails', async () => {
    const { status, stderr } = await run([], () =>
      Promise.reject(new Error('no events', { cause: new Error('no file') })),
    );
    expect(status).toBe(1);
    expect(stderr).toContain('no events');
    expect(stderr).toContain('no file');
  });

  test('ends with 2 and the usage where an option is unknown', async () => {
    const { status, stdout, stderr } = await run(['--fast'], async () => [staged(true)]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('--fast');
    expect(stderr).toContain('Usage:');
  });

  test('runs against an endpoint and leaves no table there', async () => {
    const engine = createEngine();
    const listener = await listen(engine, { port: 0 });
    try {
      const { status, stdout } = await run(['--endpoint', listener.url], async () => [staged(true)]);
      expect(status).toBe(0);
      expect(stdout).toContain(listener.url);
      expect(engine.execute('ListTables', {}).TableNames).toEqual([]);
    } finally {
      await listener.close();
    }
  });

  test('explains itself', async () => {
    const { status, stdout } = await run(['--help'], async () => []);
    expect(status).toBe(0);
    expect(stdout).toContain('--endpoint URL');
    expect(stdout).toContain('Exit status');
  });
});
