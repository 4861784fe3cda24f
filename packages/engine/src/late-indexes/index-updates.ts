import { BTreeStore } from '../storage/btree-store.js';
import type { OrderedStore } from '../storage/ordered-store.js';
import type { ApplyIndexUpdate, IndexUpdate } from '../tables/index-update.js';

/** An update that has not reached its index. */
export interface PendingIndexUpdate extends IndexUpdate {
  readonly id: number;
  /** Whether it may be applied next: no earlier update of the same item waits for the same index. */
  readonly ready: boolean;
}

interface Queued extends IndexUpdate {
  readonly id: number;
  /** The id of the next update of the same item on its way to the same index. */
  readonly next: number | undefined;
}

/** The ids of the updates of one item that wait for one index. */
interface Queue {
  readonly first: number;
  readonly last: number;
}

/**
 * The updates on their way to indexes that lag behind their tables. Those of one item reach an index in the order of its
 * writes; those of different items in any order, as between the service's partitions.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html
 */
export class IndexUpdates {
  /** In the order of the writes. */
  #queued: OrderedStore<Queued>;
  #queues: OrderedStore<Queue>;
  #lastId: number;

  private constructor(queued: OrderedStore<Queued>, queues: OrderedStore<Queue>, lastId: number) {
    this.#queued = queued;
    this.#queues = queues;
    this.#lastId = lastId;
  }

  static empty(): IndexUpdates {
    return new IndexUpdates(BTreeStore.empty(), BTreeStore.empty(), 0);
  }

  get isEmpty(): boolean {
    return this.#queued.size === 0;
  }

  /** In the order of the writes. */
  get pending(): readonly PendingIndexUpdate[] {
    return this.#inOrder().map(({ next: _, ...update }) => {
      return { ...update, ready: this.#isReady(update) };
    });
  }

  /**
   * Sends an update on its way.
   *
   * @param late whether it waits; else it is applied, unless an earlier one of its item still waits
   */
  submit(update: IndexUpdate, late: boolean, apply: ApplyIndexUpdate): void {
    const target = targetOf(update);
    const queue = this.#queues.get(target);
    if (!late && queue === undefined) {
      apply(update);
      return;
    }
    this.#lastId += 1;
    const id = this.#lastId;
    const last = queue && this.#queued.get(idKey(queue.last));
    if (last !== undefined) this.#queued.set(idKey(last.id), { ...last, next: id });
    this.#queued.set(idKey(id), { ...update, id, next: undefined });
    this.#queues.set(target, { first: queue?.first ?? id, last: id });
  }

  /**
   * Lets one update arrive.
   *
   * @throws RangeError where none that is ready has the id
   */
  apply(id: number, apply: ApplyIndexUpdate): void {
    const update = this.#queued.get(idKey(id));
    if (update === undefined || !this.#isReady(update)) {
      const why = update === undefined ? 'it is not pending' : 'an earlier one of the same item is pending';
      throw new RangeError(`index update ${id} cannot be applied: ${why}`);
    }
    this.#queued.delete(idKey(id));
    const target = targetOf(update);
    const queue = this.#queues.get(target);
    if (queue === undefined || update.next === undefined) this.#queues.delete(target);
    else this.#queues.set(target, { ...queue, first: update.next });
    apply(update);
  }

  /** Lets all updates arrive. */
  applyAll(apply: ApplyIndexUpdate): void {
    const queued = this.#inOrder();
    this.#queued = BTreeStore.empty();
    this.#queues = BTreeStore.empty();
    for (const update of queued) apply(update);
  }

  /** Forgets what is on its way to an index that is deleted, or to all of a table's. */
  drop(tableName: string, indexName?: string): void {
    for (const update of this.#inOrder()) {
      if (update.tableName !== tableName || (indexName !== undefined && update.indexName !== indexName)) continue;
      this.#queued.delete(idKey(update.id));
      this.#queues.delete(targetOf(update));
    }
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): IndexUpdates {
    return new IndexUpdates(this.#queued.clone(), this.#queues.clone(), this.#lastId);
  }

  #inOrder(): readonly Queued[] {
    return [...this.#queued.range({}, 'forward')].map(([, update]) => update);
  }

  #isReady(update: IndexUpdate & { readonly id: number }): boolean {
    return this.#queues.get(targetOf(update))?.first === update.id;
  }
}

function idKey(id: number): string {
  return String(id).padStart(16, '0');
}

/** What an update is about: one item in one index. */
export function targetOf({ tableName, indexName, key }: Pick<IndexUpdate, 'tableName' | 'indexName' | 'key'>): string {
  return `${tableName}/${indexName}/${key}`;
}
