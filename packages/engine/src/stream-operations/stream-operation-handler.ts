import type { StreamOperationInput, StreamOperationName, StreamOperationOutput } from '@holdfast/wire';
import type { OperationContext } from '../operations/operation-handler.js';
import type { StructureShape } from '../validation/shape.js';

/** One operation of DynamoDB Streams. */
export interface StreamOperationHandler<Name extends StreamOperationName> {
  readonly shape: StructureShape;
  /** @param input a request that has the handler's shape */
  handle(context: OperationContext, input: StreamOperationInput<Name>): StreamOperationOutput<Name>;
}
