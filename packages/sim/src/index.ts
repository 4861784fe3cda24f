export type {
  ExploredClient,
  ExploredClientConfig,
  MessageQueue,
  MessageSource,
} from './client/explored-client.js';
export {
  type ClientEnd,
  type End,
  type Exploration,
  exploration,
  type Opened,
  type SearchOptions,
  type State,
} from './explore/exploration.js';
export { explore } from './explore/explore.js';
export { ExplorationError } from './failure/exploration-error.js';
export type { HistoryEvent } from './history/history-event.js';
export { linearizable, type SequentialModel } from './history/linearizable.js';
export { createRandom, type Random } from './random/random.js';
export type { ExplorationReport } from './report/exploration-report.js';
export type { Progress } from './report/progress.js';
export { UncontrolledError } from './run/uncontrolled-error.js';
export type { Fault, FaultRates } from './storm/fault.js';
export { type Storm, type StormCounts, type StormOptions, storm } from './storm/storm.js';
export type { FaultBudget, FaultName } from './world/fault-budget.js';
export type { Delivery } from './world/message-queues.js';
export type { Effect, EffectHandler } from './world/world.js';
