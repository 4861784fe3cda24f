import { type AttributeMap, ServiceError } from '@holdfast/wire';
import { acceptMap } from '../validation/accept-value.js';
import { validationError } from '../validation/service-errors.js';

/** What the service says about numbers and sets it says without a preface. */
const withoutPreface = /contains duplicates|number set|numeric value|significant digits|number with magnitude/;

/**
 * A request's `ExclusiveStartKey`, whose values can be stored; whether it is a key, only the table knows.
 *
 * @throws ServiceError ValidationException
 */
export function acceptStartKey(key: AttributeMap | undefined): AttributeMap | undefined {
  if (key == null) return undefined;
  try {
    return acceptMap(key);
  } catch (error) {
    if (!(error instanceof ServiceError) || withoutPreface.test(error.message)) throw error;
    throw validationError(`The provided starting key is invalid: ${error.message}`);
  }
}
