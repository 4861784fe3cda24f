import { createEngine, type ServiceConditions } from '@holdfast/engine';
import type { Backend } from '@holdfast/wire';
import { classify } from 'holdfast';
import { Door, defaultAttempts } from '../client/create-client.js';
import type { Program } from '../run/schedule-runner.js';
import { UncontrolledError } from '../run/uncontrolled-error.js';
import { ClientRuntime } from '../world/client-runtime.js';
import { checkFaults, type FaultBudget } from '../world/fault-budget.js';
import { faultOf, writesBehind } from '../world/variant.js';
import { EngineRuntime, World } from '../world/world.js';
import type { ClientEnd, End, Exploration, State } from './exploration.js';
import { observing } from './observing-backend.js';

/** An exploration whose store is set up, so that schedules can be run. */
export interface PreparedExploration {
  readonly world: World;
  readonly program: Program;
}

/**
 * Sets the store up and opens it for everybody.
 *
 * @throws TypeError, RangeError where the exploration is no exploration
 */
export async function prepare<Store, Names extends string>(
  exploration: Exploration<Store, Names>,
): Promise<PreparedExploration> {
  const { setup, clients, faults = {}, skews = {}, effects = {}, maxAttempts = defaultAttempts } = exploration;
  const names = Object.keys(clients) as Names[];
  if (names.length === 0)
    throw new TypeError('an exploration has at least one client: clients: { one: async () => {} }');
  checkFaults(faults);
  const open = exploration.open ?? ((backend: Backend) => backend as Store);
  const engineRuntime = new EngineRuntime();
  const engine = createEngine({ runtime: engineRuntime });
  const backend = engine.backend();
  await setup?.({ store: open(backend), backend });
  let world: World | undefined;
  engine.conditions = conditionsOf(faults, () => world?.variant ?? 0);
  const restarts = restartsOf(exploration.restart ?? false, names);
  world = new World({ engine, engineRuntime, names, faults, restarts, skews, effects });
  const started = world;

  const watched = observing(backend, started.footprints);
  const state = (over: Backend): Omit<State<Store>, 'effects'> => ({ store: open(over), backend: over });
  const ofInvariant = state(watched);
  const ofFinal = state(backend);
  const doors = started.clients.map((client) => {
    const door = new Door(started, client, new ClientRuntime(started, client), maxAttempts);
    return { door, store: open(door.backend), run: clients[client.name as Names] };
  });
  const { invariant, final } = exploration;
  return {
    world: started,
    program: {
      begin: (client) => {
        const { door, store, run } = doors[client.index] as (typeof doors)[number];
        return run(door.client(store));
      },
      invariant: invariant && (() => invariant({ ...ofInvariant, effects: started.effects })),
      final: final && (() => final(endOf(started, ofFinal))),
      isMistake,
    },
  };
}

function restartsOf(restart: boolean | readonly string[], names: readonly string[]): ReadonlySet<string> {
  if (typeof restart === 'boolean') return new Set(restart ? names : []);
  const unknown = restart.find((name) => !names.includes(name));
  if (unknown === undefined) return new Set(restart);
  throw new TypeError(`There is no client ${unknown} to begin again; there are ${names.join(', ')}`);
}

/** The engine meets what the present step says; only what the budget has is switched on. */
function conditionsOf(faults: FaultBudget, variant: () => number): ServiceConditions {
  return {
    ...(faults.staleRead && {
      staleReads: () => {
        const writes = writesBehind(variant());
        return writes > 0 ? { writes } : undefined;
      },
    }),
    ...(faults.lateIndex && { lateIndexUpdates: () => faultOf(variant()) === 'lateIndex' }),
    ...(faults.unprocessedEntry && {
      unprocessedEntries: () => (faultOf(variant()) === 'unprocessedEntry' ? 1 : 0),
    }),
  };
}

function endOf<Store, Names extends string>(world: World, state: Omit<State<Store>, 'effects'>): End<Store, Names> {
  const clients = world.clients.map(({ name, status, result, starts }): [string, ClientEnd] => {
    const isFailed = status === 'failed';
    return [
      name,
      {
        status: status === 'done' || isFailed ? status : 'crashed',
        value: status === 'done' ? result : undefined,
        error: isFailed ? result : undefined,
        starts,
      },
    ];
  });
  return {
    ...state,
    effects: world.effects,
    history: world.history,
    clients: Object.fromEntries(clients) as Record<Names, ClientEnd>,
  };
}

/** What a client throws by itself, other than what the store made of its requests. */
function isMistake(error: unknown): boolean {
  if (error instanceof UncontrolledError) return true;
  const { kind } = classify(error);
  return kind === 'UnknownError' || kind === 'ValidationError';
}
