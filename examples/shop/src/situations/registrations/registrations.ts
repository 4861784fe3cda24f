import { type Situation, situation } from '../../situation/situation.js';
import { byHand } from './by-hand.js';
import { withOptimisticLoop } from './optimistic-loop.js';
import { judge, type RegistrationsSize, registrations } from './promise.js';
import { withHoldfast } from './with-holdfast.js';

export function registrationsSituation(size: RegistrationsSize): Situation {
  return situation({
    name: 'Registrations',
    promise: `${size.people} people race for ${size.names} addresses and handles; each gets both, or neither and a true reason.`,
    consumers: 100,
    commands: (random) => registrations(random, size),
    ways: { 'by hand': byHand, 'optimistic loop': withOptimisticLoop, Holdfast: withHoldfast },
    judge,
  });
}
