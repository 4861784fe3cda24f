import type { Random } from '@holdfast/sim';
import type { StoredItems } from '../../database/stored-items.js';
import type { Delivery } from '../../delivery/deliver.js';
import { damages, type Verdict } from '../../situation/situation.js';
import { count, money } from '../../wording.js';

export interface Charge {
  readonly id: string;
  readonly customer: string;
  /** In cents. */
  readonly amount: number;
}
/** The number of the receipt that the customer gets. */
export type Receipt = string;

export interface ChargesSize {
  readonly charges: number;
  readonly customers: number;
  readonly timesEach: number;
}

/** The repeats of a charge come among as many other charges. */
const spread = 100;

/** Each charge several times, at once or a little later, as a queue or an impatient client sends it again. */
export function charges(random: Random, size: ChargesSize): readonly Charge[] {
  const sent: { readonly charge: Charge; readonly position: number }[] = [];
  for (let index = 0; index < size.charges; index++) {
    const charge = {
      id: `charge-${index + 1}`,
      customer: `customer-${1 + random.integer(size.customers)}`,
      amount: 100 + random.integer(9_900),
    };
    for (let time = 0; time < size.timesEach; time++) {
      sent.push({ charge, position: index + random.integer(spread) });
    }
  }
  return sent.sort((a, b) => a.position - b.position).map(({ charge }) => charge);
}

/** Each charge is booked once, whoever sent it how often, and every sender got the receipt that is stored. */
export function judge(deliveries: readonly Delivery<Charge, Receipt>[], stored: StoredItems): Verdict {
  const sent = new Map(deliveries.map(({ command }) => [command.id, command]));
  const expected = new Map<string, number>();
  for (const { customer, amount } of sent.values()) expected.set(customer, (expected.get(customer) ?? 0) + amount);

  let promised = 0;
  let booked = 0;
  let tooLittle = 0;
  let tooMuch = 0;
  for (const [customer, amount] of expected) {
    const charged = stored.number(`CUSTOMER#${customer}`, 'ACCOUNT', 'charged');
    promised += amount;
    booked += charged;
    tooLittle += Math.max(0, amount - charged);
    tooMuch += Math.max(0, charged - amount);
  }
  const contradicted = new Set<string>();
  for (const { command, answer } of deliveries) {
    if (stored.string(`CHARGE#${command.id}`, 'RECEIPT', 'receipt') !== answer) contradicted.add(command.id);
  }
  return {
    promised: money(promised),
    stored: money(booked),
    wrong: damages(
      { kind: 'lost', count: tooLittle, text: `${money(tooLittle)} not charged` },
      { kind: 'doubled', count: tooMuch, text: `${money(tooMuch)} charged twice` },
      {
        kind: 'false answer',
        count: contradicted.size,
        text: `${count(contradicted.size, 'charge')} with two receipts`,
      },
    ),
  };
}
