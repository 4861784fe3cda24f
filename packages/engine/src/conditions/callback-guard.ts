import { ServiceError } from '@holdfast/wire';
import type { ServiceConditions } from './service-conditions.js';

/** Knows when a function of the conditions is being asked, so that it cannot change the state that it is asked about. */
export class CallbackGuard {
  #asking: keyof ServiceConditions | undefined;
  /** What a function of the conditions threw last. */
  #thrown: unknown;

  /** The same conditions, whose functions are known to run while they do. */
  guarded(conditions: ServiceConditions): ServiceConditions {
    const { staleReads, transactionInProgress, lateIndexUpdates, unprocessedEntries } = conditions;
    const guard = <Question, Reply>(name: keyof ServiceConditions, ask: (question: Question) => Reply) => ({
      [name]: (question: Question): Reply => {
        this.#asking = name;
        try {
          return ask.call(conditions, question);
        } catch (error) {
          this.#thrown = error;
          throw error;
        } finally {
          this.#asking = undefined;
        }
      },
    });
    return {
      ...conditions,
      ...(staleReads && guard('staleReads', staleReads)),
      ...(transactionInProgress && guard('transactionInProgress', transactionInProgress)),
      ...(lateIndexUpdates && guard('lateIndexUpdates', lateIndexUpdates)),
      ...(unprocessedEntries && guard('unprocessedEntries', unprocessedEntries)),
    };
  }

  /** Whether a request failed for what a function of the conditions threw or returned, rather than as the service fails. */
  isAtFault(error: unknown): boolean {
    return error === this.#thrown || !(error instanceof ServiceError);
  }

  /** @throws Error while a function of the conditions is being asked */
  refuseWhileAsking(step: string): void {
    if (this.#asking === undefined) return;
    throw new Error(
      `conditions.${this.#asking} must not ${step} while the engine asks it: do so before or after the request`,
    );
  }
}
