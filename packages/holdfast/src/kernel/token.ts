import { ValidationError } from '../errors/usage-errors.js';

/** The way out of doubt that every transaction has. */
export const againByToken =
  'sent again under its token (error.token) within ten minutes of the first attempt, it takes effect at most once';

/** @throws ValidationError */
export function checkToken(token: string): void {
  if (token.length >= 1 && token.length <= 36) return;
  throw new ValidationError(`a token has 1 to 36 characters; ${JSON.stringify(token)} has ${token.length}`);
}
