/** How far an exploration has come. */
export interface Progress {
  /** The schedules tried to their end. */
  readonly schedules: number;
  /** The steps taken in all of them. */
  readonly steps: number;
  /** Begun and left, because the rest would only have repeated others. */
  readonly redundant: number;
  /** Left because they grew too long. */
  readonly cut: number;
  /** How the present schedules are found. */
  readonly by: 'partialOrder' | 'none' | 'preemptions' | 'random' | 'replay';
  /** In seconds. */
  readonly elapsed: number;
}
