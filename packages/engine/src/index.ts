export type {
  BatchRequest,
  EventualRead,
  IndexWrite,
  ServiceConditions,
  Staleness,
  ThrottlingRates,
} from './conditions/service-conditions.js';
export { createEngine, type Engine, type EngineOperations, type EngineOptions, type EngineSnapshot } from './engine.js';
export { type Listener, type ListenOptions, listen } from './http/listen.js';
export type { LateIndexUpdate } from './late-indexes/late-index-update.js';
export { answerRequest, type ServiceRequest } from './protocol/answer-request.js';
export { encodeError } from './protocol/encode-error.js';
export type { Executor } from './protocol/executor.js';
export { requestId } from './protocol/request-id.js';
export type { ServiceAnswer } from './protocol/service-answer.js';
export { type ClientConfig, type ClientConfigOptions, clientConfig } from './sdk/client-config.js';
export type { EngineRequestHandler } from './sdk/engine-request-handler.js';
export type {
  SdkAbortSignal,
  SdkHandlerOptions,
  SdkRequest,
  SdkRequestHandler,
  SdkResponse,
} from './sdk/request-handler.js';
export type { RunningTransaction, TransactionPhase } from './transactions/running-transaction.js';
