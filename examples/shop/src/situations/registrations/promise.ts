import type { Random } from '@holdfast/sim';
import type { StoredItems } from '../../database/stored-items.js';
import type { Delivery } from '../../delivery/deliver.js';
import { damages, type Verdict } from '../../situation/situation.js';
import { number } from '../../wording.js';

export interface Registration {
  readonly id: string;
  readonly address: string;
  readonly handle: string;
}
export type RegistrationAnswer = 'registered' | 'address taken' | 'handle taken';

export interface RegistrationsSize {
  readonly people: number;
  /** How many addresses there are, and how many handles. */
  readonly names: number;
}

export function registrations(random: Random, { people, names }: RegistrationsSize): readonly Registration[] {
  const handles = random.shuffle(Array.from({ length: people }, (_, index) => index % names));
  const wishes = handles.map((handle, index) => ({
    id: `person-${index + 1}`,
    address: `user${index % names}@example.com`,
    handle: `handle${handle}`,
  }));
  return random.shuffle(wishes);
}

/**
 * A registration is whole or it is not there: the profile, the claim on the address and the claim on the handle.
 * Everybody was told the truth, and nobody was refused a name that nobody has.
 */
export function judge(deliveries: readonly Delivery<Registration, RegistrationAnswer>[], stored: StoredItems): Verdict {
  const ownerOfAddress = (address: string) => stored.string(`MAIL#${address}`, 'CLAIM', 'owner');
  const ownerOfHandle = (handle: string) => stored.string(`HANDLE#${handle}`, 'CLAIM', 'owner');
  let whole = 0;
  let half = 0;
  let misled = 0;
  let refusedForNothing = 0;

  for (const { command, answer } of deliveries) {
    const { id, address, handle } = command;
    const pieces = [
      stored.get(`PERSON#${id}`, 'PROFILE') !== undefined,
      ownerOfAddress(address) === id,
      ownerOfHandle(handle) === id,
    ].filter(Boolean).length;
    if (pieces === 3) whole++;
    else if (pieces > 0) half++;

    if (answer === 'registered' ? pieces < 3 : pieces === 3) misled++;
    if (answer === 'address taken' && [undefined, id].includes(ownerOfAddress(address))) refusedForNothing++;
    if (answer === 'handle taken' && [undefined, id].includes(ownerOfHandle(handle))) refusedForNothing++;
  }
  return {
    promised: 'whole or none',
    stored: `${number(whole)} whole, ${number(half)} half`,
    wrong: damages(
      { kind: 'half done', count: half, text: `${number(half)} half done` },
      { kind: 'false answer', count: misled, text: `${number(misled)} told the opposite` },
      {
        kind: 'false answer',
        count: refusedForNothing,
        text: `${number(refusedForNothing)} refused for nothing`,
      },
    ),
  };
}
