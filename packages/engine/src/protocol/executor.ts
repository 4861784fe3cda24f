import type { Runtime } from '@holdfast/wire';

/** What the protocol needs of an engine: it carries out one operation at a time, and owns the randomness. */
export interface Executor {
  readonly runtime: Pick<Runtime, 'random'>;
  /** The Region it takes itself to be in. */
  readonly region: string;
  /**
   * Carries out `operation`, of DynamoDB or of DynamoDB Streams, with an input of which only the JSON types are known.
   *
   * @throws ServiceError where the service would answer with an error
   */
  executeUntyped(operation: string, input: unknown): unknown;
}
