const { setImmediate: nextTurn } = globalThis;

/** Resolves on a later turn of the event loop: when every promise that can be settled has been. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    nextTurn(resolve);
  });
}
