import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  ServiceError,
  UnansweredError,
} from '@holdfast/wire';
import { fromBackend } from '../errors/from-backend.js';
import { fullJitter, untilAnswered } from './backoff.js';
import { type SendOptions, untilDeadline } from './send-options.js';
import type { Target } from './write.js';

/** How often a read is sent, after the backend has done its own attempts, until it is answered. */
const rounds = 4;

/** Sends a request that changes nothing, and again where no answer comes: twice is as good as once. */
export async function read<Name extends OperationName>(
  target: Pick<Target, 'backend'>,
  what: string,
  operation: Name,
  input: OperationInput<Name>,
  options: SendOptions = {},
): Promise<OperationOutput<Name>> {
  return untilDeadline(target.backend.runtime, { what }, options, (bounded) =>
    readWithin(target, what, operation, input, bounded),
  );
}

async function readWithin<Name extends OperationName>(
  target: Pick<Target, 'backend'>,
  what: string,
  operation: Name,
  input: OperationInput<Name>,
  options: SendOptions,
): Promise<OperationOutput<Name>> {
  const { runtime } = target.backend;
  const isBounded = options.maxAttempts !== undefined;
  for (let round = 0; ; round += 1) {
    try {
      return (await target.backend.execute(operation, input, options)).output;
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (isBounded || round + 1 >= rounds || !isUnanswered(error)) throw fromBackend(error, what);
      await runtime.sleep(fullJitter(runtime, untilAnswered, round), options.signal);
    }
  }
}

/** Whether the request may have been carried out, and nobody knows. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof UnansweredError) && !(error instanceof ServiceError)) return false;
  return error.attempts.at(-1)?.end === 'open';
}
