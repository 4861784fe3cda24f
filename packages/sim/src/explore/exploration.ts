import type { Backend } from '@holdfast/wire';
import type { ExploredClient } from '../client/explored-client.js';
import type { HistoryEvent } from '../history/history-event.js';
import type { Progress } from '../report/progress.js';
import type { FaultBudget } from '../world/fault-budget.js';
import type { Effect, EffectHandler } from '../world/world.js';

/** What an exploration tries, and what it holds against it. */
export interface Exploration<Store = Backend, Names extends string = string> {
  /** Named in reports and errors. */
  readonly name?: string;
  /**
   * Makes of a backend what the program works with, such as its tables: once for the setup, once for each client, and once for
   * the checks. It is kept over all schedules, so it must not remember anything. Without it, `store` is the backend.
   */
  readonly open?: (backend: Backend) => Store;
  /** Prepares the store, once: every schedule begins with what this leaves. */
  readonly setup?: (world: Opened<Store>) => unknown;
  /**
   * The clients, by name. All begin at once. One that ends with an error of the store, such as a failed condition, has ended as
   * it may; any other error is a failure.
   */
  readonly clients: Readonly<Record<Names, (client: ExploredClient<Store>) => unknown>>;
  /** How often each fault may strike in one schedule; not at all unless given. */
  readonly faults?: FaultBudget;
  /** The clients that begin again after a crash: all of them, or those named; none unless given. */
  readonly restart?: boolean | readonly NoInfer<Names>[];
  /** By how many milliseconds the wall clocks of clients are ahead of the world's. */
  readonly skews?: { readonly [Name in NoInfer<Names>]?: number };
  /** What answers `client.effect(name)`; an effect without a handler answers `undefined`. */
  readonly effects?: Readonly<Record<string, EffectHandler>>;
  /**
   * What must hold after every step: it throws, or answers `false`, where it does not. It is not asked while a transaction has
   * written some of its items and not yet all, when no transactional read could see them either.
   */
  readonly invariant?: (state: State<Store>) => unknown;
  /** What must hold in the end: it throws, or answers `false`, where it does not. */
  readonly final?: (end: End<Store, Names>) => unknown;
  /** The most attempts of one request, as the AWS SDK's `maxAttempts`; 4 unless given. */
  readonly maxAttempts?: number;
  readonly search?: SearchOptions;
  /** Runs one schedule only: the one that an earlier failure named. */
  readonly replay?: string;
  readonly onProgress?: (progress: Progress) => void;
}

export interface SearchOptions {
  /** The most schedules; 10,000 unless given. */
  readonly schedules?: number;
  /** The longest that the search takes, in seconds; as long as it needs unless given. */
  readonly seconds?: number;
  /** The most steps of one schedule; a longer one is cut. 1,000 unless given. */
  readonly maxSteps?: number;
  /** Fixes the schedules that are drawn at random; 1 unless given. */
  readonly seed?: number;
  /**
   * - `auto`: `exhaustive`; where the budget would not do for that, first up to two pre-emptions and then `random`.
   * - `exhaustive`: all that can differ, by partial-order reduction.
   * - `unreduced`: all.
   * - `random`: drawn by the seed.
   * - a number: all in which clients are interrupted so many times at most.
   */
  readonly by?: 'auto' | 'exhaustive' | 'unreduced' | 'random' | number;
}

/** The store without faults. */
export interface Opened<Store> {
  readonly store: Store;
  readonly backend: Backend;
}

export interface State<Store> extends Opened<Store> {
  /** The effects that were carried out, in their order. */
  readonly effects: readonly Effect[];
}

export interface End<Store, Names extends string = string> extends State<Store> {
  readonly clients: Readonly<Record<Names, ClientEnd>>;
  /** What clients recorded by `operation()`. */
  readonly history: readonly HistoryEvent[];
}

/** How a client ended. */
export interface ClientEnd {
  readonly status: 'done' | 'failed' | 'crashed';
  /** What it returned. */
  readonly value: unknown;
  /** What it threw. */
  readonly error: unknown;
  readonly starts: number;
}

/** An exploration to be run elsewhere, such as by `holdfast explore FILE`, with its types found as by `explore()`. */
export function exploration<Store = Backend, Names extends string = string>(
  definition: Exploration<Store, Names>,
): Exploration<Store, Names> {
  return definition;
}
