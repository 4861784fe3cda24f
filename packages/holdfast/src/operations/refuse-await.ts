import { ValidationError } from '../errors/usage-errors.js';

/** What stands behind `then` where there are no types to refuse the `await`. */
export function refuseAwait(what: string, remedy: string, reject: (reason: unknown) => void): void {
  reject(new ValidationError(`${what} was not sent: it does nothing until ${remedy}`));
}
