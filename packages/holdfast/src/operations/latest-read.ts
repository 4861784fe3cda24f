import { TransactionCanceledError } from '../errors/conflict-errors.js';
import type { HoldfastError } from '../errors/holdfast-error.js';
import type { SendOptions } from '../kernel/deliver.js';
import { type Place, wasFoundAt } from '../kernel/stored-origin.js';
import type { GetOperation } from './get-operation.js';
import { refuseAwait } from './refuse-await.js';

/** A read that a failure which brought the stored item along may save. */
export class LatestRead {
  readonly #get: GetOperation;
  readonly #place: Place;
  readonly #fresh: () => HoldfastError | undefined;
  readonly #signal: AbortSignal;

  constructor(get: GetOperation, place: Place, fresh: () => HoldfastError | undefined, signal: AbortSignal) {
    this.#get = get;
    this.#place = place;
    this.#fresh = fresh;
    this.#signal = signal;
  }

  async send(options?: SendOptions): Promise<object | undefined> {
    return this.#stored() ?? this.#get.send({ signal: this.#signal, ...options });
  }
  async orThrow(options?: SendOptions): Promise<object> {
    return this.#stored() ?? this.#get.orThrow({ signal: this.#signal, ...options });
  }
  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait('latest', '.send() or .orThrow()', reject);
  }

  #stored(): object | undefined {
    const conflict = this.#fresh();
    if (conflict === undefined) return undefined;
    const found = conflict instanceof TransactionCanceledError ? conflict.writes : [conflict];
    return found
      .map((each) => ('stored' in each ? each.stored : undefined))
      .find((item) => wasFoundAt(item, this.#place)) as object | undefined;
  }
}
