/** Why a schedule is not right. */
export interface Failure {
  /**
   * - `invariant`, `final`: what the exploration promises does not hold.
   * - `client`: a client ended with an error that is none of the store's.
   * - `uncontrolled`: a client did what the explorer cannot schedule or repeat.
   */
  readonly kind: 'invariant' | 'final' | 'client' | 'uncontrolled';
  readonly error: unknown;
  /** The client at fault, where one is. */
  readonly client?: string;
}
