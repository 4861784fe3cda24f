import { enabledProcesses } from '../steps/enabled.js';
import { takeStep } from '../steps/take-step.js';
import type { ClientState } from '../world/client-state.js';
import type { World } from '../world/world.js';
import type { Failure } from './failure.js';
import type { ProcessInputs } from './process-inputs.js';
import type { Strategy } from './strategy.js';
import { turn } from './turn.js';
import { UncontrolledError } from './uncontrolled-error.js';

/** What is held against a schedule. */
export interface Program {
  /** Calls the client's function. */
  begin(client: ClientState): unknown;
  /** @throws unless what must hold after each step does */
  readonly invariant: (() => unknown) | undefined;
  /** @throws unless the end is right */
  readonly final: (() => unknown) | undefined;
  /** Whether an error with which a client ended means that the client itself is wrong. */
  isMistake(error: unknown): boolean;
}

export type ScheduleEnd =
  /** To its end, and nothing was wrong. */
  | { readonly kind: 'complete' }
  /** The rest would only repeat other schedules. */
  | { readonly kind: 'redundant' }
  /** Longer than it may be. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'failed'; readonly failure: Failure };

const complete: ScheduleEnd = { kind: 'complete' };
const redundant: ScheduleEnd = { kind: 'redundant' };
const cut: ScheduleEnd = { kind: 'cut' };

/** Runs one schedule at a time, as a strategy chooses. */
export class ScheduleRunner {
  readonly #world: World;
  readonly #program: Program;
  readonly #inputs: ProcessInputs;
  readonly #maxSteps: number;
  readonly #begin: (client: ClientState) => void;

  constructor(world: World, program: Program, inputs: ProcessInputs, maxSteps: number) {
    this.#world = world;
    this.#program = program;
    this.#inputs = inputs;
    this.#maxSteps = maxSteps;
    this.#begin = (client) => this.#run(client);
  }

  /** Whether what must hold after each step does before the first. */
  async checkBeginning(): Promise<Failure | undefined> {
    this.#world.reset();
    return this.#check('invariant', this.#program.invariant);
  }

  /** @returns how it ended, and whether the strategy has another schedule to try */
  async run(strategy: Strategy): Promise<{ readonly end: ScheduleEnd; readonly more: boolean }> {
    const world = this.#world;
    world.tracks = strategy.usesFootprints;
    world.reset();
    for (;;) {
      const enabled = enabledProcesses(world);
      if (enabled.length === 0) {
        const failure = await this.#check('final', this.#program.final);
        return { end: failure ? { kind: 'failed', failure } : complete, more: strategy.ended(enabled) };
      }
      if (world.step + 1 >= this.#maxSteps) return { end: cut, more: strategy.ended([]) };
      const choice = strategy.choose(world, enabled);
      if (choice === undefined) return { end: redundant, more: strategy.ended(enabled) };
      const { process, variant } = choice;
      this.#inputs.client = process.client;
      const goesOn = takeStep(world, process, variant, this.#begin);
      if (goesOn) await turn();
      if (goesOn && isElsewhere(process.client)) await filesRead(process.client);
      this.#inputs.client = undefined;
      strategy.took(world);
      // without a promise where there is none to wait for: this is done at every step
      let failure = goesOn ? this.#clientFailure(process.client) : undefined;
      if (failure === undefined && this.#asksInvariant)
        failure = await this.#check('invariant', this.#program.invariant);
      if (failure) return { end: { kind: 'failed', failure }, more: strategy.ended([]) };
    }
  }

  #run(client: ClientState): void {
    const { starts } = client;
    const end = (status: 'done' | 'failed') => (result: unknown) => {
      // a crashed client's code does not go on, but what it had settled before may
      if (client.starts !== starts || client.status !== 'running') return;
      client.status = status;
      client.result = result;
      this.#world.clientEnded(client);
    };
    new Promise((resolve) => resolve(this.#program.begin(client))).then(end('done'), end('failed'));
  }

  #clientFailure(client: ClientState): Failure | undefined {
    const { refused } = this.#inputs;
    if (refused) {
      this.#inputs.refused = undefined;
      return { kind: 'uncontrolled', error: refused, client: client.name };
    }
    if (client.status === 'failed' && this.#program.isMistake(client.result)) {
      return { kind: 'client', error: client.result, client: client.name };
    }
    if (isElsewhere(client)) {
      return { kind: 'uncontrolled', error: waitsElsewhere(client.name), client: client.name };
    }
    return undefined;
  }

  get #asksInvariant(): boolean {
    return this.#world.changed && this.#program.invariant !== undefined && !this.#world.isAmidTransaction;
  }

  async #check(kind: 'invariant' | 'final', check: (() => unknown) | undefined): Promise<Failure | undefined> {
    if (check === undefined) return undefined;
    try {
      const answer = check();
      const held = answer instanceof Promise ? await answer : answer;
      return held === false ? { kind, error: new Error(`the ${kind} check answered false`) } : undefined;
    } catch (error) {
      return { kind, error };
    }
  }
}

/** How long a client may read files, such as the AWS SDK's configuration. */
const mostTurns = 10_000;

/** Until the client has read what it reads from files, which is the same in every schedule. */
async function filesRead(client: ClientState): Promise<void> {
  for (let turns = 0; isElsewhere(client) && turns < mostTurns && isReadingFiles(); turns += 1) await turn();
}

function isReadingFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => resource.startsWith('FS'));
}

function isElsewhere({ status, waits }: ClientState): boolean {
  return status === 'running' && waits === 0;
}

/** Resources of the process that nobody waits for on behalf of a client. */
const alwaysThere = new Set(['TTYWrap', 'PipeWrap', 'MessagePort', 'Immediate', 'CloseReq', 'TickObject']);

function waitsElsewhere(client: string): UncontrolledError {
  const resources = [...new Set(process.getActiveResourcesInfo())].filter((name) => !alwaysThere.has(name));
  const list = resources.length > 0 ? `; open in this process: ${resources.map(described).join(', ')}` : '';
  return new UncontrolledError(
    `Client ${client} waits for something that is no store call, sleep, effect or message of its own${list}. ` +
      'Timers come from runtime.sleep(), other systems are reached by effect() or queue()',
  );
}

function described(resource: string): string {
  if (resource === 'Timeout') return 'a timer (Timeout)';
  if (resource.startsWith('TCP')) return `a socket (${resource})`;
  if (resource.startsWith('FS')) return `a file (${resource})`;
  if (resource.startsWith('GetAddrInfo')) return `a name being resolved (${resource})`;
  return resource;
}
