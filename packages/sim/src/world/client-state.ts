import { createRandom, type Random } from '../random/random.js';

/** A client within one schedule. */
export class ClientState {
  readonly name: string;
  readonly index: number;
  /** By how many milliseconds its wall clock is ahead of the world's. */
  readonly skew: number;
  status: 'new' | 'running' | 'done' | 'failed' | 'crashed' = 'new';
  /** How often it has begun. */
  starts = 0;
  result: unknown;
  /** For how many answers, timers and messages it waits. */
  waits = 0;
  pausedSince: number | undefined;
  /** How long its monotonic clock stood still. */
  frozen = 0;
  #sequence = 0;
  #uuids = 0;
  #random: Random | undefined;

  constructor(name: string, index: number, skew: number) {
    this.name = name;
    this.index = index;
    this.skew = skew;
  }

  get isAlive(): boolean {
    return this.status !== 'crashed';
  }

  reset(): void {
    this.status = 'new';
    this.starts = 0;
    this.result = undefined;
    this.waits = 0;
    this.pausedSince = undefined;
    this.frozen = 0;
    this.#sequence = 0;
    this.#uuids = 0;
    this.#random = undefined;
  }

  /** Numbers what the client starts to wait for, from 1 on. */
  next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  random(): number {
    this.#random ??= createRandom(this.index + 1);
    return this.#random.next();
  }

  /** Another one at each call, whatever crashes lie between, and the same in every schedule. */
  uuid(): string {
    this.#uuids += 1;
    const owner = (this.index + 1).toString(16).padStart(8, '0');
    return `${owner}-0000-4000-8000-${this.#uuids.toString(16).padStart(12, '0')}`;
  }
}
