/** Anything that stands for a stored value of type `T` inside a condition or an update. */
export interface Operand<out T> {
  readonly '~operand': T;
}
/** A value to be written or compared, or something stored that reads as `T`. */
export type Value<I, T = I> = I | Operand<T>;
/** Tells apart what reads alike and is stored in another form, as times as text and times in seconds are. */
export interface StoredAs<T, Form extends string> {
  readonly '~reads': T;
  readonly '~form': Form;
}
