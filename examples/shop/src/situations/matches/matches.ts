import type { MatchEvent } from '../../events/match-event.js';
import { type Situation, situation } from '../../situation/situation.js';
import { number } from '../../wording.js';
import { byHand } from './by-hand.js';
import { withOptimisticLoop } from './optimistic-loop.js';
import { deliveriesOf, judge } from './promise.js';
import { withHoldfast } from './with-holdfast.js';

export function matchesSituation(events: readonly MatchEvent[]): Situation {
  return situation({
    name: 'Live matches',
    promise: `${number(events.length)} events arrive out of order and repeated; each match ends at its newest.`,
    consumers: 100,
    commands: (random) => deliveriesOf(random, events),
    ways: { 'by hand': byHand, 'optimistic loop': withOptimisticLoop, Holdfast: withHoldfast },
    judge,
  });
}
