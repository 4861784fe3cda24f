import type { LateIndexUpdate, RunningTransaction } from '@holdfast/engine';
import type { Touch } from '../footprint/store-footprints.js';
import type { ClientState } from './client-state.js';
import type { Deferred } from './deferred.js';
import type { VariantSet } from './variant.js';

/** What took part of a world's steps; each step belongs to one process, and a process takes its steps in order. */
export type Process = Start | Call | Transaction | Commit | Timer | Resume | IndexArrival | Expiry | Message;

interface Named {
  /** The same in every schedule in which the same program has come to the same point. */
  readonly key: number;
  /** Whose doing it is; that of the world itself for what nobody asked for. */
  readonly client: ClientState;
  /** The steps without which the next one could not be taken. */
  causes: readonly number[];
}

/** A client that has not begun, or begins again. */
export interface Start extends Named {
  readonly kind: 'start';
}

/** A request on its way to the store, or to what else lies outside of the client; then its answer on its way back. */
export interface Call extends Named {
  readonly kind: 'call';
  readonly request: Request;
  /** The faults that can strike it on its way. */
  readonly variants: VariantSet;
  phase: 'sent' | 'running' | 'applied';
  /** Absent once nobody waits for the answer any more. */
  waiter: Deferred | undefined;
  result: Result | undefined;
}

/** What a client asks of something outside of it. */
export interface Request {
  readonly target: 'store' | 'effect' | 'queue';
  readonly operation: string;
  readonly input: unknown;
  /** Whether it changes anything, so that it can land late or twice with some effect. */
  readonly writes: boolean;
}

export type Result = { readonly output: unknown } | { readonly error: unknown; readonly unsent?: true };

/** A transaction that has locked its items and waits for its commits. */
export interface Transaction extends Named {
  readonly kind: 'transaction';
  readonly running: RunningTransaction;
  readonly touches: readonly Touch[];
  readonly token: string | undefined;
  readonly call: Call | undefined;
  open: number;
  /** Whether what it writes reaches the indexes late. */
  readonly isLate: boolean;
}

export interface Commit extends Named {
  readonly kind: 'commit';
  readonly transaction: Transaction;
  readonly position: number;
}

export interface Timer extends Named {
  readonly kind: 'timer';
  /** In the world's milliseconds. */
  deadline: number;
  readonly waiter: Deferred;
}

/** A client that stands still. */
export interface Resume extends Named {
  readonly kind: 'resume';
}

export interface IndexArrival extends Named {
  readonly kind: 'index';
  readonly update: LateIndexUpdate;
}

/** The time at which items whose time has come are deleted, or not. */
export interface Expiry extends Named {
  readonly kind: 'expiry';
}

/** A message that comes back to its queue. */
export interface Message extends Named {
  readonly kind: 'message';
  readonly queue: string;
  readonly id: number;
}
