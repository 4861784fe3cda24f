export { AttributeMembers } from './attribute-value/attribute-members.js';
export type * from './attribute-value/attribute-value.js';
export { compareBytes, compareText, utf8Length } from './attribute-value/bytes.js';
export { compareValues } from './attribute-value/compare-values.js';
export { equalMaps, equalValues } from './attribute-value/equal-values.js';
export { sizeOfItem, sizeOfValue } from './attribute-value/size-of-item.js';
export { typeOf } from './attribute-value/type-of.js';
export {
  type ReadConsistency,
  readCapacityUnits,
  type WriteKind,
  writeCapacityUnits,
} from './capacity/capacity-units.js';
export type * from './errors/error-name.js';
export { type CancellationReason, ServiceError, type ServiceErrorDetails } from './errors/service-error.js';
export { UnansweredError } from './errors/unanswered-error.js';
export { applyUpdate } from './expression/apply-update.js';
export { describeCondition, describePath, type Naming } from './expression/describe-condition.js';
export { evaluateCondition } from './expression/evaluate-condition.js';
export { ExpressionError } from './expression/expression-error.js';
export { checkPathsDistinct } from './expression/overlapping-paths.js';
export { type ExpressionParts, type PrintedExpressions, printExpressions } from './expression/print-expressions.js';
export { projectItem } from './expression/project-item.js';
export type * from './expression/syntax-tree.js';
export { valueAt } from './expression/value-at.js';
export { canonicalNumber } from './number/canonical-number.js';
export { Decimal, type DecimalInput } from './number/decimal.js';
export { NumberError } from './number/number-error.js';
export { addNumbers, compareNumbers, subtractNumbers } from './number/number-text.js';
export type * from './operations/account-operations.js';
export type * from './operations/batch-operations.js';
export type * from './operations/expressions.js';
export type * from './operations/item-operations.js';
export type * from './operations/legacy-parameters.js';
export type * from './operations/operation.js';
export type * from './operations/read-operations.js';
export type * from './operations/stream-operations.js';
export type * from './operations/table-operations.js';
export type * from './operations/tag-operations.js';
export type * from './operations/time-to-live-operations.js';
export type * from './operations/transaction-operations.js';
export type * from './ports/backend.js';
export { everyCapability } from './ports/backend.js';
export type * from './ports/runtime.js';
export { stopwatch } from './runtime/stopwatch.js';
export { systemRuntime } from './runtime/system-runtime.js';
