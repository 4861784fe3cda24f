import type { Random } from '@holdfast/sim';
import type { StoredItems } from '../../database/stored-items.js';
import type { Delivery } from '../../delivery/deliver.js';
import { damages, type Verdict } from '../../situation/situation.js';
import { money } from '../../wording.js';

export interface Deposit {
  readonly id: string;
  readonly account: string;
  /** In cents. */
  readonly amount: number;
}

export interface AccountSize {
  readonly tellers: number;
  readonly depositsEach: number;
}

export const account = 'corner-shop';

export function deposits(random: Random, { tellers, depositsEach }: AccountSize): readonly Deposit[] {
  return Array.from({ length: tellers * depositsEach }, (_, index) => ({
    id: `deposit-${index + 1}`,
    account,
    amount: 100 + random.integer(9_900),
  }));
}

/** The balance is the sum of the deposits, each counted once. */
export function judge(deliveries: readonly Delivery<Deposit, void>[], stored: StoredItems): Verdict {
  const promised = deliveries.reduce((sum, { command }) => sum + command.amount, 0);
  const balance = stored.number(`ACCOUNT#${account}`, 'BALANCE', 'balance');
  const missing = promised - balance;
  return {
    promised: money(promised),
    stored: money(balance),
    wrong: damages(
      { kind: 'lost', count: missing, text: `${money(missing)} lost` },
      { kind: 'doubled', count: -missing, text: `${money(-missing)} too much` },
    ),
  };
}
