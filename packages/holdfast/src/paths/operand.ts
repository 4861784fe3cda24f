/** Anything that stands for a stored value of type `T` inside a condition or an update. */
export interface Operand<out T> {
  readonly '~operand': T;
}
/** A value, or something stored. */
export type Value<T> = T | Operand<T>;
