import type { OperationInput, OperationName, OperationOutput, Runtime } from '@holdfast/wire';
import type { ServiceConditions } from '../conditions/service-conditions.js';
import type { EngineState } from '../engine-state.js';
import type { ExpressionParameter } from '../expressions/request-expressions.js';
import type { StructureShape } from '../validation/shape.js';

/** What a handler may read and change. */
export interface OperationContext {
  readonly state: EngineState;
  readonly runtime: Runtime;
  /** Part of the tables' names (ARNs). */
  readonly region: string;
  readonly conditions: ServiceConditions;
  /** Keeps the tables' present states for stale reads, where the conditions ask for them; after each write that readers may see. */
  readonly recordVersions: () => void;
}

/** One operation of the service. */
export interface OperationHandler<Name extends OperationName> {
  readonly shape: StructureShape;
  readonly expressions: readonly ExpressionParameter[];
  /** The parameters of the API before expressions, with the one that replaces each. */
  readonly legacy: Readonly<Record<string, ExpressionParameter>>;
  /** Parameters that the service has and the engine has not, which it must not ignore. */
  readonly unsupported: readonly string[];
  /** @param input a request that has the handler's shape */
  handle(context: OperationContext, input: OperationInput<Name>): OperationOutput<Name>;
}
