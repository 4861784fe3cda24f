import type { Choice, Strategy } from '../run/strategy.js';
import type { RecordedStep } from '../schedule/recorded-schedule.js';
import { variantsOf } from '../steps/enabled.js';
import type { Process } from '../world/process.js';
import { undisturbed } from '../world/variant.js';
import { nameOf, type World } from '../world/world.js';
import { preferred } from './preferred.js';

/**
 * Follows a schedule as far as it goes, and then has everything end undisturbed. A step that cannot be taken is left out, or
 * refused where the schedule is to be followed to the letter.
 */
export class GuidedSearch implements Strategy {
  readonly usesFootprints = false;
  readonly #steps: readonly Omit<RecordedStep, 'client'>[];
  readonly #toTheLetter: boolean;
  #next = 0;
  #last: number | undefined;

  constructor(steps: readonly Omit<RecordedStep, 'client'>[], toTheLetter: boolean) {
    this.#steps = steps;
    this.#toTheLetter = toTheLetter;
  }

  /** @throws TypeError where the schedule is to be followed to the letter and cannot be */
  choose(world: World, enabled: readonly Process[]): Choice {
    const choice = this.#guided(world, enabled) ?? this.#undisturbed(enabled);
    this.#last = choice.process.key;
    return choice;
  }

  took(): void {}

  ended(): boolean {
    return false;
  }

  /** @throws TypeError where the program has ended before the schedule */
  checkFollowed(): void {
    const step = this.#steps[this.#next];
    if (step !== undefined) throw unfit(this.#next + 1, step, 'everybody has ended');
  }

  #guided(world: World, enabled: readonly Process[]): Choice | undefined {
    while (this.#next < this.#steps.length) {
      const step = this.#steps[this.#next] as RecordedStep;
      this.#next += 1;
      const process = enabled.find((one) => nameOf(one) === step.process);
      const isPossible = process !== undefined && (variantsOf(world, process) & (1 << step.variant)) !== 0;
      if (isPossible) return { process, variant: step.variant };
      if (this.#toTheLetter) throw unfit(this.#next, step, `what can happen is ${enabled.map(nameOf).join(', ')}`);
    }
    return undefined;
  }

  #undisturbed(enabled: readonly Process[]): Choice {
    const [key] = preferred(enabled, this.#last);
    return { process: enabled.find((one) => one.key === key) as Process, variant: undisturbed };
  }
}

function unfit(number: number, { process }: Pick<RecordedStep, 'process'>, instead: string): TypeError {
  return new TypeError(
    `The schedule does not fit this program: its step ${number} is ${process}, and ${instead}. ` +
      'The program has changed since the schedule was found',
  );
}
