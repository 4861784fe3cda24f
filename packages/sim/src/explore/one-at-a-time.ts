let before: Promise<unknown> = Promise.resolve();

/** Runs one after the other what is started at the same time: an exploration has the process to itself. */
export function oneAtATime<Output>(run: () => Promise<Output>): Promise<Output> {
  const now = before.then(run, run);
  before = now.catch(() => {});
  return now;
}
