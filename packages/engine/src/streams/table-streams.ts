import type { StreamViewType } from '@holdfast/wire';
import type { ItemWrite } from './item-change.js';
import { ItemStream, type StreamOrigin } from './item-stream.js';

/** The streams of one table: at most one that is enabled, and those before it for as long as they can be read. */
export class TableStreams {
  readonly #origin: StreamOrigin;
  /** The oldest first; the enabled one is the last. */
  #streams: readonly ItemStream[];
  #latest: StreamName | undefined;

  private constructor(origin: StreamOrigin, streams: readonly ItemStream[], latest: StreamName | undefined) {
    this.#origin = origin;
    this.#streams = streams;
    this.#latest = latest;
  }

  static none(origin: StreamOrigin): TableStreams {
    return new TableStreams(origin, [], undefined);
  }

  get enabled(): ItemStream | undefined {
    const last = this.#streams.at(-1);
    return last?.isEnabled ? last : undefined;
  }

  /** The stream that was enabled last, whether or not it still is or can be read. */
  get latest(): StreamName | undefined {
    return this.#latest;
  }

  /** Starts a stream; none may be enabled. Its label is later than `labelAfter` and than that of every stream before. */
  enable(viewType: StreamViewType, now: number, labelAfter: number): void {
    const labelTime = Math.max(Math.floor(now), labelAfter + 1, (this.#latest?.labelTime ?? 0) + 1);
    const stream = ItemStream.enable({ origin: this.#origin, viewType, labelTime, enabledAt: now });
    this.#streams = [...this.list(now), stream];
    this.#latest = { arn: stream.arn, label: stream.label, labelTime };
  }

  /** Closes the enabled stream, if there is one. */
  disable(now: number): void {
    this.enabled?.disable(now);
  }

  record(write: ItemWrite): void {
    this.enabled?.record(write);
  }

  /** Those that can be read, the oldest first. */
  list(now: number): readonly ItemStream[] {
    return this.#streams.filter((stream) => !stream.isGone(now));
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): TableStreams {
    return new TableStreams(
      this.#origin,
      this.#streams.map((stream) => stream.clone()),
      this.#latest,
    );
  }
}

export interface StreamName {
  readonly arn: string;
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly labelTime: number;
}
