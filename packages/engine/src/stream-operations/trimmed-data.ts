import { ServiceError } from '@holdfast/wire';

/** What was to be read is past its 24 hours. */
export function trimmedData(): ServiceError {
  return new ServiceError('TrimmedDataAccessException', 'The data you are trying to access has been trimmed.');
}
