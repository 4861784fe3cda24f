/**
 * Time and chance, as the code above sees them.
 *
 * Nothing in the library reads a clock, waits or draws a random number in any other way, so that the same code runs on
 * AWS, on the engine and, deterministically, under the explorer.
 */
export interface Runtime {
  /** Wall-clock time in milliseconds since 1970-01-01T00:00:00Z. May jump, also backwards. */
  now(): number;
  /** Milliseconds from an arbitrary origin, with fractions; never goes back. */
  monotonic(): number;
  /**
   * Resolves after `milliseconds`.
   *
   * @throws the signal's reason, as soon as `signal` is aborted
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number at least 0 and below 1, not fit for secrets. */
  random(): number;
  /** A random UUID of version 4, unpredictable where the runtime is a real one. */
  uuid(): string;
}
