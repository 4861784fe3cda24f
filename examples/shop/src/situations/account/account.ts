import { type Situation, situation } from '../../situation/situation.js';
import { byHand } from './by-hand.js';
import { withOptimisticLoop } from './optimistic-loop.js';
import { type AccountSize, deposits, judge } from './promise.js';
import { withHoldfast } from './with-holdfast.js';

export function accountSituation(size: AccountSize): Situation {
  return situation({
    name: 'Account',
    promise: `${size.tellers} tellers make ${size.depositsEach} deposits each into one account; the balance is their sum.`,
    consumers: size.tellers,
    commands: (random) => deposits(random, size),
    ways: { 'by hand': byHand, 'optimistic loop': withOptimisticLoop, Holdfast: withHoldfast },
    judge,
  });
}
