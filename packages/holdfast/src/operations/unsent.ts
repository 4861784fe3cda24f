/** Where `await` meets an operation that was never sent. */
interface CallSendFirst {
  readonly '~sent': true;
}
/** An operation that does nothing by itself, and that `await` refuses so that it does not pass for one that was sent. */
export interface Unsent {
  /** Not a promise: nothing happens until `.send()`, `.trySend()`, `.orThrow()`, `.all()`, `.page()` or `for await`. */
  then(this: CallSendFirst): never;
}
