import { createRandom } from '../random/random.js';
import type { Choice, Strategy } from '../run/strategy.js';
import { variantsOf } from '../steps/enabled.js';
import type { Process } from '../world/process.js';
import { membersOf, undisturbed } from '../world/variant.js';
import type { World } from '../world/world.js';

/** How likely a step that a fault can strike is struck. */
const faultRate = 0.25;

/** How likely the client that took the last step is left, where it could go on. */
const switchRate = 0.4;

/** Draws schedules by a seed, without end. */
export class RandomSearch implements Strategy {
  readonly usesFootprints = false;
  readonly #seed: number;
  #schedule = 0;
  #random = createRandom(0);
  #last = -1;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = createRandom(seed);
  }

  choose(world: World, enabled: readonly Process[]): Choice {
    const random = this.#random;
    const goesOn = enabled.filter(({ client }) => client.index === this.#last);
    const from = goesOn.length > 0 && random.next() >= switchRate ? goesOn : enabled;
    const process = random.pick(from);
    this.#last = process.client.index;
    const disturbed = membersOf(variantsOf(world, process)).filter((variant) => variant !== undisturbed);
    const isStruck = disturbed.length > 0 && random.next() < faultRate;
    return { process, variant: isStruck ? random.pick(disturbed) : undisturbed };
  }

  took(): void {}

  ended(): boolean {
    this.#schedule += 1;
    this.#random = createRandom(this.#seed, this.#schedule);
    this.#last = -1;
    return true;
  }
}
