import { conflicts } from '../footprint/footprint.js';
import type { Choice, Strategy } from '../run/strategy.js';
import { UncontrolledError } from '../run/uncontrolled-error.js';
import { variantsOf } from '../steps/enabled.js';
import type { Process, Request } from '../world/process.js';
import { clientOf } from '../world/process-key.js';
import { undisturbed, type VariantSet } from '../world/variant.js';
import { nameOf, type World } from '../world/world.js';
import { preferred } from './preferred.js';
import { type Asleep, asleepAt, type SearchNode } from './search-node.js';
import { emptySet, include, includeAll, includes } from './step-order.js';

/** How a search leaves out schedules. */
export type Reduction =
  /** Only those that cannot differ from one that is tried. */
  | { readonly kind: 'partialOrder' }
  | { readonly kind: 'none' }
  /** Those in which clients are interrupted more often than so many times. */
  | { readonly kind: 'preemptions'; readonly most: number };

/**
 * Tries all schedules, depth first: repeats the present one up to the last step that can go differently, and goes on from
 * there in another way.
 *
 * With partial-order reduction, another process is tried at a step only where a later step is found to depend on it (dynamic
 * partial-order reduction with source sets), and a step that was tried sleeps until one comes that it depends on (sleep sets).
 *
 * @see https://doi.org/10.1145/2535838.2535845
 */
export class TreeSearch implements Strategy {
  readonly usesFootprints: boolean;
  readonly #reduction: Reduction;
  readonly #stack: SearchNode[] = [];
  #depth = 0;
  /** From here on the present schedule is new. */
  #newFrom = 0;
  #schedules = 0;

  constructor(reduction: Reduction) {
    this.#reduction = reduction;
    this.usesFootprints = reduction.kind === 'partialOrder';
  }

  choose(world: World, enabled: readonly Process[]): Choice | undefined {
    const before = this.#stack[this.#depth - 1];
    if (before !== undefined && this.#depth > this.#newFrom) this.#addDisabled(before, enabled);
    const node = this.#stack[this.#depth] ?? this.#newNode(world, enabled);
    if (node === undefined) return undefined;
    const process = enabled.find(({ key }) => key === node.key);
    if (process === undefined) throw this.#diverged(world, enabled);
    if (this.#checksRepetition) this.#checkRepetition(node, process);
    if (process.kind === 'call') node.asked ??= process.request;
    node.causes = process.causes;
    return { process, variant: node.variant };
  }

  took(world: World): void {
    const node = this.#stack[this.#depth] as SearchNode;
    node.footprint = world.footprint;
    if (this.#depth >= this.#newFrom && this.usesFootprints) this.#findRaces(node);
    this.#depth += 1;
  }

  ended(enabled: readonly Process[]): boolean {
    const last = this.#stack[this.#depth - 1];
    if (last !== undefined && this.#depth > this.#newFrom) this.#addDisabled(last, enabled);
    this.#stack.length = this.#depth;
    this.#depth = 0;
    this.#schedules += 1;
    return this.#next();
  }

  /** Turns to the last step that can go differently. */
  #next(): boolean {
    for (;;) {
      const node = this.#stack.at(-1);
      if (node === undefined) return false;
      if (this.usesFootprints) node.asleep.push({ key: node.key, variant: node.variant, footprint: node.footprint });
      if (this.#take(node, node.key, node.rest) || this.#takeAnother(node)) {
        this.#newFrom = this.#stack.length - 1;
        return true;
      }
      this.#stack.pop();
    }
  }

  #takeAnother(node: SearchNode): boolean {
    for (const key of node.backtrack) {
      if (node.tried.includes(key)) continue;
      node.tried.push(key);
      if (this.#take(node, key, this.#awake(node, key))) return true;
    }
    return false;
  }

  /** Makes the next of these variants the step of the present schedule. */
  #take(node: SearchNode, key: number, variants: VariantSet): boolean {
    if (variants === 0) return false;
    const variant = 31 - Math.clz32(variants & -variants);
    node.key = key;
    node.variant = variant;
    node.rest = variants & ~(1 << variant);
    node.asked = undefined;
    node.before.fill(0);
    return true;
  }

  #awake(node: SearchNode, key: number): VariantSet {
    const variants = node.variants[node.keys.indexOf(key)] ?? 0;
    return this.usesFootprints ? variants & ~asleepAt(node, key) : variants;
  }

  #newNode(world: World, enabled: readonly Process[]): SearchNode | undefined {
    const before = this.#stack[this.#depth - 1];
    const node: SearchNode = {
      keys: enabled.map(({ key }) => key),
      variants: enabled.map((process) => variantsOf(world, process)),
      backtrack: [],
      tried: [],
      asleep: this.usesFootprints && before ? stillAsleep(before) : [],
      key: -1,
      variant: undisturbed,
      rest: 0,
      footprint: [],
      causes: [],
      before: this.usesFootprints ? emptySet(this.#depth) : noSteps,
      preemptions: 0,
      asked: undefined,
    };
    const inOrder = preferred(enabled, before?.key);
    const candidates = this.usesFootprints ? inOrder.filter((key) => this.#awake(node, key) !== 0) : inOrder;
    const [first] = candidates;
    if (first === undefined) return undefined;
    node.backtrack.push(...this.#alternatives(node, candidates, first));
    node.tried.push(first);
    this.#take(node, first, this.#awake(node, first));
    this.#stack.push(node);
    return node;
  }

  /** The processes to try at a new step, as far as can be told before what follows is known. */
  #alternatives(node: SearchNode, candidates: readonly number[], first: number): readonly number[] {
    switch (this.#reduction.kind) {
      case 'partialOrder':
        return [first];
      case 'none':
        return candidates;
      case 'preemptions': {
        const before = this.#stack[this.#depth - 1];
        if (before === undefined) return candidates;
        const client = clientOf(before.key);
        const goesOn = candidates.filter((key) => clientOf(key) === client);
        node.preemptions = before.preemptions + (isPreemption(this.#stack[this.#depth - 2], before) ? 1 : 0);
        return goesOn.length === 0 || node.preemptions < this.#reduction.most ? candidates : goesOn;
      }
    }
  }

  /** What the last step has made impossible has to be tried in its place. */
  #addDisabled(node: SearchNode, enabled: readonly Process[]): void {
    if (!this.usesFootprints) return;
    for (const key of node.keys) {
      if (key !== node.key && !enabled.some((process) => process.key === key)) addTo(node.backtrack, key);
    }
  }

  /**
   * Finds the earlier steps that the newest one races with: those that it depends on, and not by way of another step in between.
   * Each race is a reason to try, where the earlier step was taken, to come to the newest one without it.
   */
  #findRaces(node: SearchNode): void {
    const { before, causes, footprint } = node;
    for (let step = this.#depth - 1; step >= 0; step -= 1) {
      if (includes(before, step)) continue;
      const earlier = this.#stack[step] as SearchNode;
      const isCause = causes.includes(step);
      if (!isCause && !conflicts(earlier.footprint, footprint)) continue;
      if (!isCause) this.#addInitials(step, earlier);
      include(before, step);
      includeAll(before, earlier.before);
    }
  }

  /** Has one of those processes tried in place of a step with which the way to the newest step can begin without it. */
  #addInitials(step: number, earlier: SearchNode): void {
    const newest = this.#depth;
    const way: number[] = [];
    let fallback = -1;
    for (let later = step + 1; later <= newest; later += 1) {
      const node = this.#stack[later] as SearchNode;
      if (later < newest && includes(node.before, step)) continue;
      const isFirst = !way.some((one) => includes(node.before, one));
      way.push(later);
      if (!isFirst || !earlier.keys.includes(node.key)) continue;
      if (earlier.backtrack.includes(node.key)) return;
      if (fallback < 0) fallback = node.key;
    }
    if (fallback >= 0) earlier.backtrack.push(fallback);
  }

  /** Now and then: to compare requests takes longer than to carry them out. */
  get #checksRepetition(): boolean {
    return this.#depth < this.#newFrom && (this.#schedules < 4 || this.#schedules % 64 === 0);
  }

  /** A client that asks something else in the same schedule draws on something that the explorer does not control. */
  #checkRepetition({ asked }: SearchNode, process: Process): void {
    if (process.kind !== 'call' || asked === undefined || asked === process.request) return;
    const [before, now] = [requestText(asked), requestText(process.request)];
    if (before === now) return;
    throw new UncontrolledError(
      `Client ${process.client.name} does not do the same in the same schedule: as ${nameOf(process)} it asked ${before} ` +
        `and now ${now}; time, randomness and identifiers come from its runtime`,
    );
  }

  #diverged(world: World, enabled: readonly Process[]): UncontrolledError {
    const node = this.#stack[this.#depth] as SearchNode;
    const client = world.clients[clientOf(node.key)]?.name ?? world.itself.name;
    return new UncontrolledError(
      `Client ${client} does not do the same in the same schedule: at step ${this.#depth + 1} it was able to go on, and now ` +
        `only ${enabled.map(nameOf).join(', ')} can; time, randomness and identifiers come from its runtime`,
    );
  }
}

const noSteps = emptySet(0);

/** The steps that slept before a step, and were not woken by it. */
function stillAsleep(node: SearchNode): Asleep[] {
  return node.asleep.filter(({ key, footprint }) => key !== node.key && !conflicts(footprint, node.footprint));
}

/** Whether the step of a node interrupts the client of the step before it. */
function isPreemption(before: SearchNode | undefined, node: SearchNode): boolean {
  if (before === undefined) return false;
  const client = clientOf(before.key);
  return clientOf(node.key) !== client && node.keys.some((key) => clientOf(key) === client);
}

function addTo(keys: number[], key: number): void {
  if (!keys.includes(key)) keys.push(key);
}

function requestText({ operation, input }: Request): string {
  return `${operation} ${JSON.stringify(input, withBytes)}`;
}

function withBytes(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? [...value] : value;
}
