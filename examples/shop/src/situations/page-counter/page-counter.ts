import { type Situation, situation } from '../../situation/situation.js';
import { number } from '../../wording.js';
import { byHand } from './by-hand.js';
import { withOptimisticLoop } from './optimistic-loop.js';
import { judge, type PageCounterSize, pageViews } from './promise.js';
import { withHoldfast } from './with-holdfast.js';

export function pageCounterSituation(size: PageCounterSize): Situation {
  return situation({
    name: 'Page counter',
    promise: `${number(size.views)} views of ${size.pages} pages; each view is counted once.`,
    consumers: 50,
    commands: (random) => pageViews(random, size),
    ways: { 'by hand': byHand, 'optimistic loop': withOptimisticLoop, Holdfast: withHoldfast },
    judge,
  });
}
