import type { ItemStream } from './item-stream.js';

/** The streams of deleted tables, which can be read for 24 hours more. */
export class FormerStreams {
  #streams: readonly ItemStream[];

  private constructor(streams: readonly ItemStream[]) {
    this.#streams = streams;
  }

  static none(): FormerStreams {
    return new FormerStreams([]);
  }

  /** Takes over streams that are disabled. */
  keep(streams: readonly ItemStream[], now: number): void {
    this.#streams = [...this.list(now), ...streams];
  }

  /** Those that can be read. */
  list(now: number): readonly ItemStream[] {
    return this.#streams.filter((stream) => !stream.isGone(now));
  }

  /** When the youngest of the streams that tables of this name had was enabled; 0 where they had none. */
  lastLabelTime(tableName: string): number {
    const times = this.#streams
      .filter(({ settings }) => settings.origin.tableName === tableName)
      .map(({ settings }) => settings.labelTime);
    return Math.max(0, ...times);
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): FormerStreams {
    return new FormerStreams(this.#streams.map((stream) => stream.clone()));
  }
}
