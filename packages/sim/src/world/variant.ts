import { type FaultBudget, type FaultName, faults } from './fault-budget.js';

/** The variants of a step: how it goes undisturbed, and with each fault that can strike it. */
export type Variant = number;

/** The step goes as it does without a fault. */
export const undisturbed: Variant = 0;

const firstStale = faults.length + 1;

/** How many writes back a stale read can be, at most. */
export const deepestStaleRead = 30 - firstStale;

export function variantOf(fault: FaultName): Variant {
  return faults.indexOf(fault) + 1;
}

/** A read that sees the table as it was `writes` writes ago, from 1 to {@link deepestStaleRead}. */
export function staleBy(writes: number): Variant {
  return firstStale + writes - 1;
}

/** How many writes behind a read of this variant is; 0 where it is none of these. */
export function writesBehind(variant: Variant): number {
  return variant < firstStale ? 0 : variant - firstStale + 1;
}

export function faultOf(variant: Variant): FaultName | undefined {
  if (variant === undisturbed) return undefined;
  return variant >= firstStale ? 'staleRead' : faults[variant - 1];
}

/** A set of variants, a bit for each. */
export type VariantSet = number;

export const onlyUndisturbed: VariantSet = 1;

export function setOf(...members: readonly (FaultName | Variant)[]): VariantSet {
  return members.reduce<number>(
    (set, member) => set | (1 << (typeof member === 'string' ? variantOf(member) : member)),
    0,
  );
}

export function membersOf(set: VariantSet): Variant[] {
  const members: Variant[] = [];
  for (let variant = 0, rest = set; rest !== 0; variant += 1, rest >>>= 1) if (rest & 1) members.push(variant);
  return members;
}

const allStale = ((1 << 31) >>> 0) - (1 << firstStale);

/** What is left of a budget of faults within one schedule. */
export class FaultsLeft {
  readonly #budget: readonly number[];
  #left: number[];
  /** The variants that are still allowed. */
  allowed: VariantSet = onlyUndisturbed;

  constructor(budget: FaultBudget) {
    this.#budget = faults.map((fault) => budget[fault] ?? 0);
    this.#left = [...this.#budget];
    this.reset();
  }

  reset(): void {
    this.#left = [...this.#budget];
    this.allowed = onlyUndisturbed;
    for (let index = 0; index < faults.length; index += 1) {
      if ((this.#left[index] ?? 0) > 0) this.allowed |= this.#bitsOf(index);
    }
  }

  /** Whether the fault may strike once more. */
  has(fault: FaultName): boolean {
    return (this.#left[faults.indexOf(fault)] ?? 0) > 0;
  }

  spend(variant: Variant): void {
    const fault = faultOf(variant);
    if (fault === undefined) return;
    const index = faults.indexOf(fault);
    const left = (this.#left[index] ?? 0) - 1;
    this.#left[index] = left;
    if (left <= 0) this.allowed &= ~this.#bitsOf(index);
  }

  #bitsOf(index: number): VariantSet {
    return faults[index] === 'staleRead' ? allStale : 1 << (index + 1);
  }
}
