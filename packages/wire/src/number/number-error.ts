import { recognisedAcrossCopies } from '../copies/recognised-across-copies.js';

const kinds = Symbol.for('holdfast.error.kinds');

/**
 * A number that DynamoDB cannot hold, or text that is not a number. The message is the service's own. To the library it is a
 * `ValidationError`, and `instanceof` says so: nothing was sent.
 */
export class NumberError extends Error {
  override readonly name = 'NumberError';
  readonly mayHaveHappened = false;
  readonly retry = 'no';
  readonly retryAfter: undefined = undefined;

  constructor(message: string) {
    super(message);
    Object.defineProperty(this, kinds, { value: ['ValidationError', 'HoldfastError'] });
  }
}

export const numberOverflow =
  'Number overflow. Attempting to store a number with magnitude larger than supported range';
export const numberUnderflow =
  'Number underflow. Attempting to store a number with magnitude smaller than supported range';
export const tooManyDigits = 'Attempting to store more than 38 significant digits in a Number';

/** @param text what was given, or the empty string, for which the service has a message of its own */
export function notNumeric(text: string): NumberError {
  const message = 'The parameter cannot be converted to a numeric value';
  return new NumberError(text === '' ? message : `${message}: ${text}`);
}

recognisedAcrossCopies(NumberError, 'NumberError');
