import { recognisedAcrossCopies } from '../copies/recognised-across-copies.js';

/**
 * An expression that the service would refuse. The message is the service's, without the prefix
 * `Invalid ConditionExpression: ` (or whichever parameter the expression came in).
 */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

recognisedAcrossCopies(ExpressionError, 'ExpressionError');
