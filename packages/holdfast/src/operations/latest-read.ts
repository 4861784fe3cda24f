import type { SendOptions } from '../kernel/deliver.js';
import type { Place } from '../kernel/stored-origin.js';
import type { GetOperation } from './get-operation.js';
import { refuseAwait } from './refuse-await.js';

/** A read that a failure which brought the stored item along may save. */
export class LatestRead {
  readonly #get: GetOperation;
  readonly #place: Place;
  readonly #fresh: (place: Place) => object | undefined;
  readonly #signal: AbortSignal;

  constructor(get: GetOperation, place: Place, fresh: (place: Place) => object | undefined, signal: AbortSignal) {
    this.#get = get;
    this.#place = place;
    this.#fresh = fresh;
    this.#signal = signal;
  }

  async send(options?: SendOptions): Promise<object | undefined> {
    return this.#fresh(this.#place) ?? this.#get.send({ signal: this.#signal, ...options });
  }
  async orThrow(options?: SendOptions): Promise<object> {
    return this.#fresh(this.#place) ?? this.#get.orThrow({ signal: this.#signal, ...options });
  }
  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait('latest', '.send() or .orThrow()', reject);
  }
}
