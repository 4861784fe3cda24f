import { unfit } from '../attributes/mismatch.js';

/** @throws ValidationError */
export function checkToken(token: unknown): void {
  if (typeof token !== 'string' || token === '' || token.length > 36)
    throw unfit('a token', '1 to 36 characters', token);
}
