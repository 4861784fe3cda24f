import type { FaultName } from '../world/fault-budget.js';
import type { TraceEntry } from '../world/trace.js';
import { describeError, describeRequest, describeResult, plainText } from './describe-request.js';

/** What happened in one schedule, for people: a lane for each client, one for what lies outside of them, time downwards. */
export interface Ladder {
  readonly title: string;
  readonly clients: readonly string[];
  readonly rungs: readonly Rung[];
  /** What was found wrong. */
  readonly verdict: string;
  /** The line that repeats the schedule. */
  readonly replay: string;
}

/** One thing that happened, from top to bottom. */
export type Rung =
  /** Within one lane; -1 for what lies outside of the clients. */
  | { readonly kind: 'note'; readonly lane: number; readonly text: string }
  /** From a client to what lies outside. `cut`: it does not arrive, or not now. */
  | {
      readonly kind: 'request';
      readonly lane: number;
      readonly text: string;
      readonly saw: string;
      readonly cut: boolean;
      readonly fault: string;
    }
  /** What was sent before arrives from nowhere. */
  | { readonly kind: 'landing'; readonly lane: number; readonly text: string; readonly saw: string }
  /** Back to the client. `cut`: it does not arrive. */
  | { readonly kind: 'answer'; readonly lane: number; readonly text: string; readonly cut: boolean };

const words: Readonly<Partial<Record<FaultName, string>>> = {
  lostRequest: 'the request is lost',
  lostAnswer: 'the answer is lost',
  lateRequest: 'the client gives up; the request lands later',
  duplicateRequest: 'it is delivered, and lands once more later',
  throttle: 'throttled',
  transactionConflict: 'refused as if a transaction were under way',
  transactionInProgress: 'refused as if its token were in use',
  unprocessedEntry: 'the last entry stays unprocessed',
  crash: 'the client crashes; the request lands later',
  staleRead: 'a replica that is behind answers',
  lateIndex: 'the indexes learn of it later',
  repeatedMessage: 'it will be handed out again',
};

const neverArrives: ReadonlySet<string> = new Set(['lostRequest', 'lateRequest', 'crash']);

/** The rungs of what was traced. */
export function rungsOf(trace: readonly TraceEntry[], clients: readonly string[]): Rung[] {
  const seen = new Map<string, string>();
  const laneOf = (client: string) => clients.indexOf(client);
  return trace.flatMap((entry): Rung[] => {
    const lane = 'client' in entry ? laneOf(entry.client) : -1;
    switch (entry.kind) {
      case 'begins':
        return entry.restart ? [{ kind: 'note', lane, text: 'begins again' }] : [];
      case 'sends':
        return [];
      case 'applied': {
        const text = describeRequest(entry.operation, entry.input);
        const cut = neverArrives.has(entry.how ?? '');
        const fault = entry.how === undefined ? '' : (words[entry.how as FaultName] ?? entry.how);
        const saw = cut ? '' : describeResult(entry);
        // a transaction has been seen when it was prepared
        if (entry.operation === 'TransactWriteItems' && entry.how === 'finished') {
          return [{ kind: 'note', lane: -1, text: `${entry.client}'s transaction ends` }];
        }
        if (entry.call.includes('/')) return [{ kind: 'landing', lane, text, saw }];
        if (!cut) seen.set(entry.call, saw);
        return [{ kind: 'request', lane, text, saw, cut, fault }];
      }
      case 'prepared': {
        const text = describeRequest(entry.operation, entry.input);
        const saw = 'conditions hold, items locked';
        if (entry.call.includes('/')) return [{ kind: 'landing', lane, text, saw }];
        return [{ kind: 'request', lane, text, saw, cut: false, fault: '' }];
      }
      case 'committed':
        return [{ kind: 'note', lane: -1, text: `${entry.client}'s transaction writes action ${entry.position + 1}` }];
      case 'answered': {
        if (entry.how === 'lostAnswer') return [{ kind: 'answer', lane, text: '', cut: true }];
        if (entry.unsent) return [{ kind: 'note', lane, text: 'sees its connection reset' }];
        const answer = describeResult(entry);
        // what the store saw stands at the request already
        return [{ kind: 'answer', lane, text: answer === seen.get(entry.call) ? '' : answer, cut: false }];
      }
      case 'waits':
        return [{ kind: 'note', lane, text: `waits ${round(entry.milliseconds)} ms` }];
      case 'wakes':
        return [{ kind: 'note', lane, text: `wakes at ${round(entry.at)} ms` }];
      case 'crashes':
        return [{ kind: 'note', lane, text: 'crashes' }];
      case 'pauses':
        return [{ kind: 'note', lane, text: 'stands still' }];
      case 'resumes':
        return [{ kind: 'note', lane, text: 'goes on' }];
      case 'ends':
        return [
          {
            kind: 'note',
            lane,
            text:
              entry.error === undefined
                ? `returns ${entry.value === undefined ? '' : plainText(entry.value)}`.trim()
                : `ends with ${describeError(entry.error)}`,
          },
        ];
      default:
        return [{ kind: 'note', lane: -1, text: entry.what }];
    }
  });
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
