export { Decimal, type DecimalInput, NumberError } from '@holdfast/wire';
export * as a from './attributes/a.js';
export type * from './attributes/any-attribute.js';
export type * from './attributes/attribute.js';
export type { AttributeFacts, Codec, Derivation, Mode } from './attributes/attribute-facts.js';
export type { CustomCodec } from './attributes/codecs/custom-codec.js';
export type { Member, Members } from './attributes/members.js';
export type * from './attributes/views.js';
export { batchGet } from './batch/batch-get.js';
export type * from './batch/batch-types.js';
export { batchWrite } from './batch/batch-write.js';
export type * from './entity/entity.js';
export { entity } from './entity/entity.js';
export type { Discriminator, EntityShape, Upgrade } from './entity/entity-model.js';
export type { IndexDefinition, IndexShape, Projection } from './entity/index-model.js';
export type { Ambiguous, EncodedValue, KeyStyle, KeyTemplate } from './entity/key-template.js';
export type { IndexNames, KeyAttributeName, LayoutNames } from './entity/layout.js';
export type * from './entity/template-types.js';
export { BatchIncompleteError, type BatchRemains } from './errors/batch-incomplete-error.js';
export { type Classification, type ClassifyOptions, classify } from './errors/classify.js';
export type { Clause } from './errors/clause.js';
export {
  type CanceledWrite,
  type ConditionFacts,
  ConditionFailedError,
  TransactionCanceledError,
  TransactionConflictError,
  TransactionInProgressError,
  VersionConflictError,
} from './errors/conflict-errors.js';
export { DeadlineExceededError } from './errors/deadline-exceeded-error.js';
export { type ErrorFacts, HoldfastError, type Retry } from './errors/holdfast-error.js';
export { InDoubtError } from './errors/in-doubt-error.js';
export type { Doubt, Resolution, ResolveOptions } from './errors/resolution.js';
export {
  AccessDeniedError,
  InternalError,
  LimitExceededError,
  ResourceInUseError,
  ResourceNotFoundError,
  ThrottledError,
} from './errors/service-errors.js';
export { ItemNotFoundError, StoredItemError, ValidationError } from './errors/usage-errors.js';
export { type RawExpression, raw } from './expressions/raw.js';
export type { RawValue } from './expressions/raw-value.js';
export type { CursorSigner } from './kernel/cursor-signer.js';
export type { SendOptions } from './kernel/deliver.js';
export { signedCursors } from './kernel/signed-cursors.js';
export type { WireItem } from './kernel/stream-image.js';
export type * from './operations/explanation.js';
export { type ParallelScanOptions, parallelScan } from './operations/parallel-scan.js';
export type * from './operations/reads.js';
export type * from './operations/results.js';
export type * from './operations/unsent.js';
export type * from './operations/writes.js';
export type * from './paths/condition-paths.js';
export type * from './paths/operand.js';
export type * from './paths/update-paths.js';
export type { RetryContext, RetryOptions } from './retry/retry-on-conflict.js';
export type * from './table/entity-index.js';
export type * from './table/entity-table.js';
export { type AnyTable, type Table, type TableDefinition, table } from './table/table.js';
export type { TableSchema } from './table/table-schema.js';
export { transactGet } from './transaction/transact-get.js';
export { transactWrite } from './transaction/transact-write.js';
export type * from './transaction/transaction-types.js';
