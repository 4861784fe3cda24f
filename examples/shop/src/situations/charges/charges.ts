import { type Situation, situation } from '../../situation/situation.js';
import { byHand } from './by-hand.js';
import { withOptimisticLoop } from './optimistic-loop.js';
import { type ChargesSize, charges, judge } from './promise.js';
import { withHoldfast } from './with-holdfast.js';

export function chargesSituation(size: ChargesSize): Situation {
  return situation({
    name: 'Charges',
    promise: `${size.charges} charges are each sent ${size.timesEach} times; each is booked once and has one receipt.`,
    consumers: 50,
    commands: (random) => charges(random, size),
    ways: { 'by hand': byHand, 'optimistic loop': withOptimisticLoop, Holdfast: withHoldfast },
    judge,
  });
}
