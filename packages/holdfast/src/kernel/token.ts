import { unfit } from '../attributes/mismatch.js';

/** The way out of doubt that every transaction has. */
export const againByToken =
  'sent again under its token (error.token) within ten minutes of the first attempt, it takes effect at most once';

/** @throws ValidationError */
export function checkToken(token: unknown): void {
  if (typeof token !== 'string' || token === '' || token.length > 36)
    throw unfit('a token', '1 to 36 characters', token);
}
