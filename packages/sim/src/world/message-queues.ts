/** A message as its consumer gets it. */
export interface Delivery<Body = unknown> {
  /** One number a message within its queue. */
  readonly id: number;
  readonly body: Body;
  /** How often it has been handed out, this time included. */
  readonly deliveries: number;
}

interface Entry {
  readonly id: number;
  readonly body: unknown;
  deliveries: number;
  state: 'ready' | 'out' | 'gone';
  holder: number;
}

interface Queue {
  readonly entries: Entry[];
  /** Hands out a message only when those before it are gone, as a shard of a stream does. */
  readonly ordered: boolean;
}

/** Queues that deliver at least once: a message is gone only when whoever has it says so. */
export class MessageQueues {
  readonly #queues = new Map<string, Queue>();

  clear(): void {
    this.#queues.clear();
  }

  send(name: string, body: unknown, ordered = false): void {
    const { entries } = this.#queue(name, ordered);
    entries.push({ id: entries.length + 1, body, deliveries: 0, state: 'ready', holder: -1 });
  }

  /** Whether `receive` would hand out a message. */
  hasReady(name: string): boolean {
    return this.#next(name) !== undefined;
  }

  /** @param stays whether it is handed out again, whatever becomes of it */
  receive(name: string, holder: number, stays: boolean): Delivery | undefined {
    const entry = this.#next(name);
    if (entry === undefined) return undefined;
    entry.deliveries += 1;
    entry.holder = holder;
    entry.state = stays ? 'ready' : 'out';
    const { id, body, deliveries } = entry;
    return { id, body, deliveries };
  }

  acknowledge(name: string, id: number): void {
    const entry = this.#entry(name, id);
    if (entry?.state === 'out') entry.state = 'gone';
  }

  /** Puts a message back that was handed out, unless it is gone. */
  bringBack(name: string, id: number): void {
    const entry = this.#entry(name, id);
    if (entry?.state === 'out') entry.state = 'ready';
  }

  /** The messages that `holder` has and that are not gone. */
  heldBy(holder: number): readonly { readonly queue: string; readonly id: number }[] {
    return [...this.#queues].flatMap(([queue, { entries }]) =>
      entries.filter((entry) => entry.state === 'out' && entry.holder === holder).map(({ id }) => ({ queue, id })),
    );
  }

  /** How many messages were ever sent to a queue. */
  sent(name: string): number {
    return this.#queues.get(name)?.entries.length ?? 0;
  }

  #queue(name: string, ordered: boolean): Queue {
    let queue = this.#queues.get(name);
    if (queue === undefined) {
      queue = { entries: [], ordered };
      this.#queues.set(name, queue);
    }
    return queue;
  }

  #next(name: string): Entry | undefined {
    const queue = this.#queues.get(name);
    if (queue === undefined) return undefined;
    const first = queue.entries.find(({ state }) => state !== 'gone' && (queue.ordered || state === 'ready'));
    return first?.state === 'ready' ? first : undefined;
  }

  #entry(name: string, id: number): Entry | undefined {
    return this.#queues.get(name)?.entries[id - 1];
  }
}
