import type { ApplyIndexUpdate, IndexUpdate } from '../tables/index-update.js';

/** An update that has not reached its index. */
export interface PendingIndexUpdate extends IndexUpdate {
  readonly id: number;
  /** Whether it may be applied next: no earlier update of the same item waits for the same index. */
  readonly ready: boolean;
}

interface Queued extends IndexUpdate {
  readonly id: number;
}

/**
 * The updates on their way to indexes that lag behind their tables. Those of one item reach an index in the order of its
 * writes; those of different items in any order, as between the service's partitions.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html
 */
export class IndexUpdates {
  #queued: readonly Queued[];
  #lastId: number;

  private constructor(queued: readonly Queued[], lastId: number) {
    this.#queued = queued;
    this.#lastId = lastId;
  }

  static empty(): IndexUpdates {
    return new IndexUpdates([], 0);
  }

  get isEmpty(): boolean {
    return this.#queued.length === 0;
  }

  /** In the order of the writes. */
  get pending(): readonly PendingIndexUpdate[] {
    const waiting = new Set<string>();
    return this.#queued.map((update) => {
      const target = targetOf(update);
      const ready = !waiting.has(target);
      waiting.add(target);
      return { ...update, ready };
    });
  }

  /**
   * Sends an update on its way.
   *
   * @param late whether it waits; else it is applied, unless an earlier one of its item still waits
   */
  submit(update: IndexUpdate, late: boolean, apply: ApplyIndexUpdate): void {
    const target = targetOf(update);
    if (!late && !this.#queued.some((queued) => targetOf(queued) === target)) {
      apply(update);
      return;
    }
    this.#lastId += 1;
    this.#queued = [...this.#queued, { ...update, id: this.#lastId }];
  }

  /**
   * Lets one update arrive.
   *
   * @throws RangeError where none that is ready has the id
   */
  apply(id: number, apply: ApplyIndexUpdate): void {
    const update = this.pending.find((pending) => pending.id === id);
    if (!update?.ready) {
      const why = update === undefined ? 'it is not pending' : 'an earlier one of the same item is pending';
      throw new RangeError(`index update ${id} cannot be applied: ${why}`);
    }
    this.#queued = this.#queued.filter((queued) => queued.id !== id);
    apply(update);
  }

  /** Lets all updates arrive. */
  applyAll(apply: ApplyIndexUpdate): void {
    const queued = this.#queued;
    this.#queued = [];
    for (const update of queued) apply(update);
  }

  /** Forgets what is on its way to an index that is deleted, or to all of a table's. */
  drop(tableName: string, indexName?: string): void {
    this.#queued = this.#queued.filter(
      (update) => update.tableName !== tableName || (indexName !== undefined && update.indexName !== indexName),
    );
  }

  /** An independent copy, whatever is pending, at no cost. */
  clone(): IndexUpdates {
    return new IndexUpdates(this.#queued, this.#lastId);
  }
}

/** What an update is about: one item in one index. */
export function targetOf({ tableName, indexName, key }: Pick<IndexUpdate, 'tableName' | 'indexName' | 'key'>): string {
  return `${tableName}/${indexName}/${key}`;
}
