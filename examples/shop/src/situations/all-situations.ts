import { readMatchEvents } from '../events/match-event.js';
import type { Situation } from '../situation/situation.js';
import { accountSituation } from './account/account.js';
import { chargesSituation } from './charges/charges.js';
import { matchesSituation } from './matches/matches.js';
import { pageCounterSituation } from './page-counter/page-counter.js';
import { registrationsSituation } from './registrations/registrations.js';

/** Every situation at its full size. */
export async function allSituations(): Promise<readonly Situation[]> {
  return [
    accountSituation({ tellers: 50, depositsEach: 5 }),
    registrationsSituation({ people: 300, names: 100 }),
    chargesSituation({ charges: 300, customers: 40, timesEach: 3 }),
    matchesSituation(await readMatchEvents()),
    pageCounterSituation({ views: 1_500, pages: 20 }),
  ];
}
