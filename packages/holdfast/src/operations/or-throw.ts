/** Gives an outcome its `orThrow`, unseen where outcomes are compared or printed. */
export function withOrThrow<Outcome extends object, Result>(
  outcome: Outcome,
  orThrow: () => Result,
): Outcome & { orThrow(): Result } {
  return Object.defineProperty(outcome, 'orThrow', { value: orThrow }) as Outcome & { orThrow(): Result };
}
