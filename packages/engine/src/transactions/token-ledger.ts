import type { ItemCost } from '../capacity/consumed-capacity.js';
import { BTreeStore } from '../storage/btree-store.js';
import type { OrderedStore } from '../storage/ordered-store.js';
import type { TransactionAction } from './transaction-action.js';

/** How long a client token is remembered after its request finished, in milliseconds. */
export const tokenLifetime = 10 * 60 * 1000;

export interface FinishedTransaction {
  readonly actions: readonly TransactionAction[];
  /** What reading its items costs, which is what a repeated request is billed. */
  readonly readCosts: readonly ItemCost[];
  /** Milliseconds since 1970. */
  readonly finishedAt: number;
}

/** The transactions that succeeded under a client token, for as long as the token lives. */
export class TokenLedger {
  readonly #byToken: OrderedStore<FinishedTransaction>;
  /** Tokens by the time their request finished, so that forgetting costs no search. */
  readonly #byTime: OrderedStore<string>;

  private constructor(byToken: OrderedStore<FinishedTransaction>, byTime: OrderedStore<string>) {
    this.#byToken = byToken;
    this.#byTime = byTime;
  }

  static empty(): TokenLedger {
    return new TokenLedger(BTreeStore.empty(), BTreeStore.empty());
  }

  get size(): number {
    return this.#byToken.size;
  }

  find(token: string, now: number): FinishedTransaction | undefined {
    const finished = this.#byToken.get(token);
    return finished !== undefined && now - finished.finishedAt < tokenLifetime ? finished : undefined;
  }

  remember(token: string, transaction: Omit<FinishedTransaction, 'finishedAt'>, now: number): void {
    const finishedAt = Math.floor(now);
    this.#forgetUntil(finishedAt - tokenLifetime);
    this.#byToken.set(token, { ...transaction, finishedAt });
    this.#byTime.set(`${timeKey(finishedAt)}${token}`, token);
  }

  #forgetUntil(time: number): void {
    const old = [...this.#byTime.range({ to: timeKey(time + 1) }, 'forward')];
    for (const [key, token] of old) {
      this.#byTime.delete(key);
      const finished = this.#byToken.get(token);
      // A token that was used again after it had been forgotten stands under its later time.
      if (finished !== undefined && finished.finishedAt <= time) this.#byToken.delete(token);
    }
  }

  clone(): TokenLedger {
    return new TokenLedger(this.#byToken.clone(), this.#byTime.clone());
  }
}

function timeKey(time: number): string {
  return String(Math.max(0, time)).padStart(16, '0');
}
