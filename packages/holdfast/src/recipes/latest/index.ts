export type { GroupDefinition, GroupDefinitions, Version } from './group-model.js';
export { type KafkaMessage, type KafkaOffset, kafkaBatch, kafkaVersion } from './kafka-batch.js';
export {
  type GroupChange,
  type GroupChanges,
  type GroupOutcome,
  type GroupsOf,
  type LatestEvent,
  type LatestOptions,
  type LatestWins,
  latestWins,
} from './latest-wins.js';
export { type SqsBatchResponse, type SqsRecord, sqsBatch } from './sqs-batch.js';
