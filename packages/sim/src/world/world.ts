import type { Engine, EngineSnapshot } from '@holdfast/engine';
import type { Runtime } from '@holdfast/wire';
import { type AccessMode, access, read, write } from '../footprint/footprint.js';
import { Resources } from '../footprint/resources.js';
import { StoreFootprints } from '../footprint/store-footprints.js';
import type { HistoryEvent } from '../history/history-event.js';
import { ClientState } from './client-state.js';
import { deferred } from './deferred.js';
import type { FaultBudget } from './fault-budget.js';
import { MessageQueues } from './message-queues.js';
import type { Call, Process, Request, Timer } from './process.js';
import { keyOf, part, partOf, siblingOf } from './process-key.js';
import { requestVariants } from './request-variants.js';
import type { Trace, TraceEntry } from './trace.js';
import { FaultsLeft, type Variant } from './variant.js';

/** An effect outside of the store that was carried out. */
export interface Effect {
  readonly client: string;
  readonly name: string;
  readonly payload: unknown;
}

/** Carries out an effect: gets its payload and the effects before it, and returns its answer. */
export type EffectHandler = (payload: never, before: readonly Effect[]) => unknown;

export interface WorldOptions {
  readonly engine: Engine;
  /** The runtime that the engine was made with. */
  readonly engineRuntime: EngineRuntime;
  readonly names: readonly string[];
  readonly faults: FaultBudget;
  /** The clients that begin again after a crash. */
  readonly restarts: ReadonlySet<string>;
  readonly skews: Readonly<Record<string, number>>;
  readonly effects: Readonly<Record<string, EffectHandler>>;
}

/** When virtual time begins. */
export const epoch = Date.UTC(2026, 0, 1);

/** The engine's time, which is the world's. */
export class EngineRuntime implements Runtime {
  elapsed = 0;
  #uuids = 0;

  now(): number {
    return epoch + this.elapsed;
  }
  monotonic(): number {
    return this.elapsed;
  }
  random(): number {
    return 0.5;
  }
  uuid(): string {
    this.#uuids += 1;
    return `00000000-0000-4000-8000-${this.#uuids.toString(16).padStart(12, '0')}`;
  }
  async sleep(): Promise<void> {}
}

/**
 * Everything outside of the clients, within one schedule at a time: the store, the effects, the queues, time, and the
 * processes whose next steps could be taken.
 */
export class World {
  readonly engine: Engine;
  readonly clients: readonly ClientState[];
  /** Stands for what no client does. */
  readonly itself: ClientState;
  readonly restarts: ReadonlySet<string>;
  readonly effectHandlers: Readonly<Record<string, EffectHandler>>;
  readonly resources = new Resources();
  readonly footprints: StoreFootprints;
  readonly faultsLeft: FaultsLeft;
  readonly queues = new MessageQueues();
  processes: Process[] = [];
  effects: Effect[] = [];
  history: HistoryEvent[] = [];
  /** The number of the step that is being taken, from 0 on. */
  step = -1;
  /** Whether what steps touch is told. */
  tracks = true;
  /** What the step that is being taken has touched, where that is told. */
  footprint: number[] = [];
  /** Whether the step that is being taken changed what lies outside of the clients. */
  changed = false;
  /** How the request is answered that is being carried out; the engine's conditions ask. */
  variant: Variant = 0;
  /** Nothing else can happen any more, so whoever waits for a message hears that there is none. */
  isClosing = false;
  trace: Trace | undefined;
  /** Something went wrong in a way that no invariant needs to tell. */
  fault: Error | undefined;
  /** By table, how many writes there may have been. */
  readonly writes = new Map<string, number>();
  readonly streamPositions = new Map<string, string>();
  readonly #runtime: EngineRuntime;
  readonly #initial: EngineSnapshot;
  readonly #time: number;
  readonly #timers: number;
  readonly #hasLateIndexes: boolean;
  readonly #expiries: number;

  constructor(options: WorldOptions) {
    const { engine, engineRuntime, names, faults, restarts, skews, effects } = options;
    this.engine = engine;
    this.#runtime = engineRuntime;
    this.clients = names.map((name, index) => new ClientState(name, index, skews[name] ?? 0));
    this.itself = new ClientState('the world', names.length, 0);
    this.restarts = restarts;
    this.effectHandlers = effects;
    this.faultsLeft = new FaultsLeft(faults);
    this.#hasLateIndexes = (faults.lateIndex ?? 0) > 0;
    this.#timers = this.resources.number('timers');
    this.#expiries = faults.expiry ?? 0;
    this.footprints = new StoreFootprints(engine, this.resources);
    this.#time = this.resources.number('time');
    this.#initial = engine.snapshot();
  }

  /** Back to before the first step. */
  reset(): void {
    this.engine.restore(this.#initial);
    this.#runtime.elapsed = 0;
    this.footprints.reset();
    this.faultsLeft.reset();
    this.queues.clear();
    this.effects = [];
    this.history = [];
    this.step = -1;
    this.footprint = [];
    this.changed = false;
    this.variant = 0;
    this.isClosing = false;
    this.fault = undefined;
    this.writes.clear();
    this.streamPositions.clear();
    this.itself.reset();
    this.processes = [];
    for (const client of this.clients) {
      client.reset();
      this.addStart(client, []);
    }
    for (let times = 0; times < this.#expiries; times += 1) {
      this.processes.push({
        kind: 'expiry',
        key: keyOf(this.itself, this.itself.next()),
        client: this.itself,
        causes: [],
      });
    }
  }

  /** Milliseconds since the schedule began. */
  get elapsed(): number {
    return this.#runtime.elapsed;
  }

  advanceTo(elapsed: number): void {
    this.touch(this.#time, write);
    this.#runtime.elapsed = Math.max(this.#runtime.elapsed, elapsed);
  }

  readTime(): number {
    this.touch(this.#time, read);
    return this.#runtime.elapsed;
  }

  touch(resource: number, mode: AccessMode): void {
    if (!this.tracks) return;
    const one = access(resource, mode);
    if (!this.footprint.includes(one)) this.footprint.push(one);
  }

  touchNamed(name: string, mode: AccessMode): void {
    if (this.tracks) this.touch(this.resources.number(name), mode);
  }

  note(entry: TraceEntry): void {
    this.trace?.push(entry);
  }

  addStart(client: ClientState, causes: readonly number[]): void {
    this.processes.push({ kind: 'start', key: keyOf(client, client.next()), client, causes });
  }

  /** A client asks something of the store, or of what else lies outside of it, and waits for the answer. */
  send(client: ClientState, request: Request, signal?: AbortSignal): Promise<unknown> {
    const waiter = deferred();
    const call: Call = {
      kind: 'call',
      key: keyOf(client, client.next()),
      client,
      causes: [this.step],
      request,
      variants: requestVariants(request, this.restarts.has(client.name)),
      phase: 'sent',
      waiter,
      result: undefined,
    };
    client.waits += 1;
    this.processes.push(call);
    const { operation, input } = request;
    if (this.trace) this.note({ kind: 'sends', client: client.name, call: nameOf(call), operation, input });
    if (signal) this.#endWith(signal, call);
    return waiter.promise;
  }

  sleep(client: ClientState, milliseconds: number, signal?: AbortSignal): Promise<unknown> {
    const waiter = deferred();
    if (signal?.aborted) {
      waiter.reject(signal.reason);
      return waiter.promise;
    }
    const deadline = this.readTime() + Math.max(0, milliseconds);
    // the earliest timer keeps the others from going off, so the order in which timers are set counts
    this.touch(this.#timers, write);
    const key = keyOf(client, client.next());
    const timer: Timer = { kind: 'timer', key, client, causes: [this.step], deadline, waiter };
    client.waits += 1;
    this.processes.push(timer);
    if (this.trace) this.note({ kind: 'waits', client: client.name, milliseconds });
    if (signal) {
      const abort = () => {
        if (!this.processes.includes(timer)) return;
        this.remove(timer);
        client.waits -= 1;
        waiter.reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
    }
    return waiter.promise;
  }

  countWrite(tableName: string): void {
    this.writes.set(tableName, (this.writes.get(tableName) ?? 0) + 1);
  }

  /** The updates of indexes that a step has left behind each arrive as a step of their own; also those that wait behind others. */
  addIndexArrivals({ key, client }: Pick<Process, 'key' | 'client'>): void {
    if (!this.#hasLateIndexes) return;
    let of = part.index;
    for (const update of this.engine.pendingIndexUpdates()) {
      if (this.processes.some((known) => known.kind === 'index' && known.update.id === update.id)) continue;
      while (this.processes.some((known) => known.key === siblingOf(key, of))) of += 1;
      this.processes.push({ kind: 'index', key: siblingOf(key, of), client, causes: [this.step], update });
    }
  }

  /** A client has returned: its timers go off for nobody. */
  clientEnded(client: ClientState): void {
    this.processes = this.processes.filter((process) => process.kind !== 'timer' || process.client !== client);
    if (this.trace) {
      const how = client.status === 'failed' ? { error: client.result } : { value: client.result };
      this.note({ kind: 'ends', client: client.name, ...how });
    }
  }

  /** Whether a transaction has written some of its items and not yet all. */
  get isAmidTransaction(): boolean {
    return this.processes.some((process) => process.kind === 'transaction' && process.open > 0);
  }

  remove(process: Process): void {
    const at = this.processes.indexOf(process);
    if (at >= 0) this.processes.splice(at, 1);
  }

  /** The client stops waiting for an answer; its request goes on without it. */
  #endWith(signal: AbortSignal, call: Call): void {
    const abort = () => {
      const { waiter } = call;
      if (waiter === undefined) return;
      call.waiter = undefined;
      call.client.waits -= 1;
      if (call.phase === 'applied') this.remove(call);
      waiter.reject(signal.reason);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
}

/** A process as people call it: the client, and what it asked for by its running number. */
export function nameOf({ client, key }: Pick<Process, 'client' | 'key'>): string {
  return `${client.name}:${partOf(key)}`;
}
