import type { Backend } from '@holdfast/wire';
import { describe, expect, it } from 'vitest';
import type { ExploredClient } from '../client/explored-client.js';
import { explore } from '../explore/explore.js';
import { add, createTallies, Key, TableName, tallyOf } from '../testing/tally.js';
import type { HistoryEvent } from './history-event.js';
import { linearizable, type SequentialModel } from './linearizable.js';

type Client = ExploredClient<Backend>;

const register: SequentialModel<string> = {
  initial: 'none',
  apply: (state, operation, input: string) =>
    operation === 'write' ? { state: input, output: undefined } : { state, output: state },
};

const counter: SequentialModel<number> = {
  initial: 0,
  apply: (state, operation) =>
    operation === 'add' ? { state: state + 1, output: state + 1 } : { state, output: state },
};

/** Calls and returns in their order: `w1:x` calls, `w1` returns; `r1` calls a read, `r1=x` returns. */
function history(...events: readonly HistoryEvent[]) {
  return { history: events };
}
const call = (id: number, operation: string, input?: unknown): HistoryEvent => ({
  kind: 'call',
  client: `client ${id}`,
  id,
  operation,
  input,
});
const back = (id: number, output?: unknown): HistoryEvent => ({ kind: 'return', id, output });

describe('a history', () => {
  const check = linearizable(register);

  it('is linearizable where each read sees a write that could have been the last', () => {
    check(history());
    check(history(call(1, 'write', 'x'), call(2, 'read'), back(2, 'none'), back(1)));
    check(history(call(1, 'write', 'x'), call(2, 'read'), back(2, 'x'), back(1)));
    check(history(call(1, 'write', 'x'), call(2, 'write', 'y'), back(2), back(1), call(3, 'read'), back(3, 'x')));
  });

  it('is not where a read misses a write that had returned, or two reads see it come and go', () => {
    expect(() => check(history(call(1, 'write', 'x'), back(1), call(2, 'read'), back(2, 'none')))).toThrow(
      /not linearizable:\n {2}client 1: write\("x"\) → undefined\n {2}client 2: read\(\) → "none"/,
    );
    expect(() =>
      check(history(call(1, 'write', 'x'), call(2, 'read'), back(2, 'x'), call(3, 'read'), back(3, 'none'), back(1))),
    ).toThrow('not linearizable');
  });

  it('may have an operation without an answer take effect at any time, or never', () => {
    check(history(call(1, 'write', 'x'), call(2, 'read'), back(2, 'none')));
    check(history(call(1, 'write', 'x'), call(2, 'read'), back(2, 'none'), call(3, 'read'), back(3, 'x')));
    expect(() =>
      check(history(call(1, 'write', 'x'), call(2, 'read'), back(2, 'x'), call(3, 'read'), back(3, 'none'))),
    ).toThrow('write("x") → no answer');
  });
});

describe('explored', () => {
  const write = (value: string) => (client: Client) =>
    client.operation('write', value, async () => {
      await client.backend.execute('PutItem', { TableName, Item: { ...Key, tally: { N: value } } });
    });
  const readTwice = (consistent: boolean) => async (client: Client) => {
    for (const _ of [1, 2]) await client.operation('read', undefined, () => tallyOf(client.backend, 'a', consistent));
  };
  const registers = (consistent: boolean, faults = {}) =>
    explore({
      setup: createTallies,
      clients: { one: write('1'), two: readTwice(consistent) },
      faults,
      final: linearizable(register),
    });

  it('consistent reads are linearizable, and stale ones are not', async () => {
    expect(await registers(true, { staleRead: 1 })).toMatchObject({ exhaustive: true });
    expect(await registers(false)).toMatchObject({ exhaustive: true });
    await expect(registers(false, { staleRead: 1 })).rejects.toThrow('the history is not linearizable');
  });

  it('a counter is linearizable, but not where a lost answer is sent again', async () => {
    const count = (client: Client) => client.operation('add', undefined, async () => Number(await add(client.backend)));
    const counters = (faults = {}, maxAttempts = 4) =>
      explore({
        setup: createTallies,
        clients: { one: count, two: count },
        faults,
        maxAttempts,
        final: linearizable(counter),
      });
    expect(await counters()).toMatchObject({ exhaustive: true });
    expect(await counters({ lostAnswer: 1 }, 1)).toMatchObject({ exhaustive: true });
    await expect(counters({ lostAnswer: 1 })).rejects.toThrow('not linearizable');
  });
});
