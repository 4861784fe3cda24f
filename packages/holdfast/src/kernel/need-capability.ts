import type { Backend, Capabilities } from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';

/** What a backend has or has not. */
export type Capability = Exclude<keyof Capabilities, 'regions'>;

/**
 * @param what names the call in messages
 * @param instead what does without the capability, as a command
 * @throws ValidationError where the backend lacks it
 */
export function needCapability(
  { capabilities }: Pick<Backend, 'capabilities'>,
  capability: Capability,
  what: string,
  instead: string,
): void {
  if (capabilities[capability]) return;
  throw new ValidationError(`${what} needs ${capability}, which this backend lacks; ${instead}`);
}
