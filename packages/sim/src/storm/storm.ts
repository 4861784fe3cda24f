import {
  requestId,
  type SdkHandlerOptions,
  type SdkRequest,
  type SdkRequestHandler,
  type SdkResponse,
} from '@holdfast/engine';
import { type Runtime, systemRuntime } from '@holdfast/wire';
import { connectionReset, throttled } from '../faults/refusals.js';
import { createRandom, type Random } from '../random/random.js';
import { checkRates, type Fault, type FaultRates, faultAt, faultsOf } from './fault.js';
import { brokenBody, conflictOf, errorResponse } from './fault-answer.js';

export interface StormOptions {
  /** Fixes the fate of every request by its running number alone. A safe integer. */
  readonly seed: number;
  /**
   * How likely a request meets each fault, from 0 to 1; 0 unless given.
   *
   * - `lostRequest`: never carried out; the client sees its connection reset.
   * - `lostAnswer`: carried out, then the client sees its connection reset.
   * - `throttle`: refused with ProvisionedThroughputExceededException, not carried out.
   * - `lateRequest` (writes): the client sees its connection reset at once; the request is carried out later.
   * - `duplicateRequest` (writes): carried out twice; the first answer is given.
   * - `cutAnswer`: carried out; the connection breaks in the middle of the answer, behind a status of success.
   * - `transactionConflict` (writes): refused as if a transaction were under way on the item.
   */
  readonly rates: FaultRates;
  /**
   * The most turns of the event loop before a request is carried out, and again before its answer arrives; 0 unless
   * given.
   */
  readonly latency?: number;
  /**
   * The longest that a late request takes to land, in milliseconds; 100 unless given, which outlasts a first retry of
   * the SDK.
   */
  readonly lateness?: number;
  /** Whose time late requests take; the process's own unless given. */
  readonly runtime?: Pick<Runtime, 'sleep'>;
}

/** How many requests met the storm, and how many of them each fault. */
export type StormCounts = { readonly [Name in Fault | 'requests']: number };

/** A request handler for any AWS SDK v3 client, on which requests meet faults. */
export interface Storm extends SdkRequestHandler {
  readonly counts: StormCounts;
  /**
   * From now on requests pass undisturbed and uncounted, so that results can be read. Late ones still land; see
   * {@link settled}.
   */
  calm(): void;
  /** Ends the calm; the numbering of requests goes on where it stopped. */
  resume(): void;
  /** Resolves when no late or duplicate request is outstanding. */
  settled(): Promise<void>;
  destroy(): void;
  updateHttpClientConfig(key: never, value: never): void;
  httpHandlerConfigs(): object;
}

/**
 * Wraps an AWS SDK v3 request handler, the engine's or one that has a network behind it, in faults that a seed fixes:
 * the same order of requests meets the same faults. Requests for tables and other than items pass undisturbed and
 * uncounted.
 *
 * ```ts
 * const requestHandler = storm(config.requestHandler, { seed: 1, rates: { lostAnswer: 0.1 } });
 * const client = new DynamoDBClient({ ...config, requestHandler });
 * ```
 *
 * @throws RangeError where a rate, the seed, the latency or the lateness is out of bounds
 */
export function storm(handler: SdkRequestHandler, options: StormOptions): Storm {
  return new StormHandler(handler, options);
}

/** What the seed has in store for one request. */
interface Fate {
  readonly fault: Fault | undefined;
  readonly turnsBefore: number;
  readonly turnsAfter: number;
  readonly lateness: number;
  readonly random: Random;
}

interface Outcome {
  readonly response: SdkResponse;
}

class StormHandler implements Storm {
  readonly metadata?: { readonly handlerProtocol: string };
  readonly counts: { -readonly [Name in keyof StormCounts]: number } = {
    requests: 0,
    lostRequest: 0,
    lostAnswer: 0,
    throttle: 0,
    lateRequest: 0,
    duplicateRequest: 0,
    transactionConflict: 0,
    cutAnswer: 0,
  };
  readonly #handler: SdkRequestHandler;
  readonly #seed: number;
  readonly #rates: FaultRates;
  readonly #latency: number;
  readonly #lateness: number;
  readonly #runtime: Pick<Runtime, 'sleep'>;
  readonly #outstanding = new Set<Promise<void>>();
  #isCalm = false;

  constructor(handler: SdkRequestHandler, options: StormOptions) {
    const { seed, rates, latency = 0, lateness = 100, runtime = systemRuntime } = options;
    createRandom(seed);
    checkRates(rates);
    if (!Number.isSafeInteger(latency) || latency < 0) {
      throw new RangeError(`A latency is a whole number of turns, at least 0; got ${latency}`);
    }
    if (!(lateness >= 0 && lateness < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`A lateness is a number of milliseconds, at least 0; got ${lateness}`);
    }
    if (handler.metadata) this.metadata = handler.metadata;
    this.#handler = handler;
    this.#seed = seed;
    this.#rates = rates;
    this.#latency = latency;
    this.#lateness = lateness;
    this.#runtime = runtime;
  }

  calm(): void {
    this.#isCalm = true;
  }

  resume(): void {
    this.#isCalm = false;
  }

  async settled(): Promise<void> {
    while (this.#outstanding.size > 0) await Promise.all(this.#outstanding);
  }

  destroy(): void {
    this.#handler.destroy?.();
  }

  updateHttpClientConfig(key: never, value: never): void {
    this.#handler.updateHttpClientConfig?.(key, value);
  }

  httpHandlerConfigs(): object {
    return this.#handler.httpHandlerConfigs?.() ?? {};
  }

  async handle(request: SdkRequest, options?: SdkHandlerOptions): Promise<Outcome> {
    const operation = request.headers['x-amz-target']?.split('.')[1] ?? '';
    const isUndisturbed = this.#isCalm || options?.abortSignal?.aborted || faultsOf(operation).length === 0;
    if (isUndisturbed) return this.#handler.handle(request, options);
    const fate = this.#drawFate(operation);
    if (fate.fault !== 'lateRequest') await turns(fate.turnsBefore);
    const outcome = await this.#meet(fate, operation, request, options);
    await turns(fate.turnsAfter);
    return outcome;
  }

  #drawFate(operation: string): Fate {
    const random = createRandom(this.#seed, this.counts.requests++);
    const fault = faultAt(random.next(), this.#rates, operation);
    if (fault) this.counts[fault]++;
    return {
      fault,
      turnsBefore: random.integer(this.#latency + 1),
      turnsAfter: random.integer(this.#latency + 1),
      lateness: random.next() * this.#lateness,
      random,
    };
  }

  async #meet(fate: Fate, operation: string, request: SdkRequest, options?: SdkHandlerOptions): Promise<Outcome> {
    const { random } = fate;
    const refused = (error: ReturnType<typeof throttled>): Outcome => ({
      response: errorResponse(error, requestId({ random: random.next })),
    });
    switch (fate.fault) {
      case 'lostRequest':
        throw connectionReset();
      case 'lostAnswer':
        discard(await this.#handler.handle(request, options));
        await turns(fate.turnsAfter);
        throw connectionReset();
      case 'cutAnswer': {
        const outcome = await this.#handler.handle(request, options);
        discard(outcome);
        if (outcome.response.statusCode !== 200) throw connectionReset();
        return { response: { ...outcome.response, body: brokenBody() } };
      }
      case 'throttle':
        return refused(throttled());
      case 'transactionConflict':
        return refused(conflictOf(operation, request, random));
      case 'lateRequest':
        this.#carryOutUnseen(request, () => this.#runtime.sleep(fate.lateness));
        throw connectionReset();
      case 'duplicateRequest': {
        const outcome = await this.#handler.handle(request, options);
        this.#carryOutUnseen(request, () => turns(fate.turnsAfter));
        return outcome;
      }
      case undefined:
        return this.#handler.handle(request, options);
    }
  }

  /** Nobody waits for the answer, nor can the client's signal stop what is already on its way. */
  #carryOutUnseen(request: SdkRequest, delay: () => Promise<void>): void {
    const copy = snapshot(request);
    const carriedOut = delay()
      .then(() => this.#handler.handle(copy))
      .then(discard, () => {})
      .finally(() => this.#outstanding.delete(carriedOut));
    this.#outstanding.add(carriedOut);
  }
}

/** The client changes a request's headers before it sends it again. */
function snapshot(request: SdkRequest): SdkRequest {
  return Object.assign(Object.create(Object.getPrototypeOf(request)), request, { headers: { ...request.headers } });
}

/** Frees the connection of an answer that nobody reads. */
function discard({ response }: Outcome): void {
  const body = response.body as { resume?: () => void } | undefined;
  if (typeof body?.resume === 'function') body.resume();
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
