import type { Choice, Strategy } from '../run/strategy.js';
import { type RecordedStep, recordedStep } from '../schedule/recorded-schedule.js';
import type { Process } from '../world/process.js';
import { undisturbed, type Variant } from '../world/variant.js';
import type { World } from '../world/world.js';

/** Passes a strategy's choices on, and keeps those of the present schedule. */
export class Recording implements Strategy {
  readonly usesFootprints: boolean;
  readonly #strategy: Strategy;
  readonly #choices: Choice[] = [];

  constructor(strategy: Strategy) {
    this.#strategy = strategy;
    this.usesFootprints = strategy.usesFootprints;
  }

  choose(world: World, enabled: readonly Process[]): Choice | undefined {
    if (world.step < 0) this.#choices.length = 0;
    const choice = this.#strategy.choose(world, enabled);
    if (choice) this.#choices.push(choice);
    return choice;
  }

  took(world: World): void {
    this.#strategy.took(world);
  }

  ended(enabled: readonly Process[]): boolean {
    return this.#strategy.ended(enabled);
  }

  /** The number of steps of the present schedule. */
  get length(): number {
    return this.#choices.length;
  }

  /** The faults of the present schedule. */
  faults(): readonly Variant[] {
    const found: Variant[] = [];
    for (const { variant } of this.#choices) if (variant !== undisturbed) found.push(variant);
    return found;
  }

  schedule(): readonly RecordedStep[] {
    return this.#choices.map(({ process, variant }) => recordedStep(process, variant));
  }
}
