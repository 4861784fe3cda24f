import { unfit } from '../attributes/mismatch.js';

/**
 * The service remembers a token for ten minutes after the request finished. The last of them is for the way there, and for
 * clocks that go wrong. Milliseconds.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
export const remembered = 9 * 60_000;

/** The way out of doubt that every transaction has. */
export const againByToken =
  'sent again under its token (error.token) within ten minutes of the first attempt, it takes effect at most once';

/** @throws ValidationError */
export function checkToken(token: unknown): void {
  if (typeof token !== 'string' || token === '' || token.length > 36)
    throw unfit('a token', '1 to 36 characters', token);
}
