import { isDeepStrictEqual } from 'node:util';
import type { HistoryEvent } from './history-event.js';

/** An object that does one operation after the other. */
export interface SequentialModel<State> {
  readonly initial: State;
  /**
   * What an operation answers in a state, and the state that it leaves. It must not change the one that it gets.
   */
  apply(state: State, operation: string, input: never): { readonly state: State; readonly output: unknown };
}

interface Operation {
  readonly client: string;
  readonly operation: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly calledAt: number;
  /** Infinity where no answer came: it may have had its effect at any time since, or not at all. */
  readonly returnedAt: number;
}

/**
 * Checks that what clients recorded by `operation()` looks as if each operation had happened at one moment between its call and
 * its return, on an object that does one after the other: `final: linearizable(model)`. An operation that ended in an error
 * counts as one that may have happened, then or later, or not.
 *
 * @returns a check that throws an Error with the history where it does not
 * @see https://doi.org/10.1145/78969.78972
 */
export function linearizable<State>(
  model: SequentialModel<State>,
): (end: { readonly history: readonly HistoryEvent[] }) => void {
  return ({ history }) => {
    const operations = operationsOf(history);
    if (canBeOrdered(model, operations)) return;
    throw new Error(`the history is not linearizable:\n${operations.map(describe).join('\n')}`);
  };
}

function operationsOf(history: readonly HistoryEvent[]): Operation[] {
  return history.flatMap((event, calledAt): Operation[] => {
    if (event.kind === 'return') return [];
    const { client, operation, input, id } = event;
    const at = history.findIndex((other) => other.kind === 'return' && other.id === id);
    const returned = history[at];
    const output = returned?.kind === 'return' ? returned.output : undefined;
    return [{ client, operation, input, output, calledAt, returnedAt: at < 0 ? Number.POSITIVE_INFINITY : at }];
  });
}

/** Tries the orders that respect which operation had returned before which was called, each state with each rest once. */
function canBeOrdered<State>(model: SequentialModel<State>, operations: readonly Operation[]): boolean {
  const seen = new Set<string>();
  const search = (state: State, rest: readonly Operation[]): boolean => {
    const mustReturn = rest.filter(({ returnedAt }) => returnedAt !== Number.POSITIVE_INFINITY);
    if (mustReturn.length === 0) return true;
    const place = `${rest.map(({ calledAt }) => calledAt).join()} ${JSON.stringify(state, withExactNumbers)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    const firstReturn = Math.min(...mustReturn.map(({ returnedAt }) => returnedAt));
    return rest.some((next) => {
      if (next.calledAt > firstReturn) return false;
      const applied = model.apply(state, next.operation, next.input as never);
      const isAnswered = next.returnedAt !== Number.POSITIVE_INFINITY;
      if (isAnswered && !isDeepStrictEqual(applied.output, next.output)) return false;
      return search(
        applied.state,
        rest.filter((other) => other !== next),
      );
    });
  };
  return search(model.initial, operations);
}

function withExactNumbers(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  return value instanceof Set || value instanceof Map ? [...value] : value;
}

function describe({ client, operation, input, output, returnedAt }: Operation): string {
  const answer = returnedAt === Number.POSITIVE_INFINITY ? 'no answer' : JSON.stringify(output, withExactNumbers);
  return `  ${client}: ${operation}(${JSON.stringify(input, withExactNumbers) ?? ''}) → ${answer}`;
}
