import type { Executor } from '../protocol/executor.js';
import { EngineRequestHandler } from './engine-request-handler.js';

export interface ClientConfigOptions {
  /** The engine's own unless given. */
  readonly region?: string;
}

/** What a client of the AWS SDK for JavaScript v3 needs to reach an engine. */
export interface ClientConfig {
  region: string;
  endpoint: string;
  credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  requestHandler: EngineRequestHandler;
  /** Leaves requests unsigned: nobody checks the signature, and it costs more than the request itself. */
  signer: { sign<Request>(request: Request): Promise<Request> };
}

/**
 * The configuration with which an AWS SDK v3 client talks to `engine` in this process, without a socket or credentials:
 * `new DynamoDBClient(clientConfig(engine))`. Members may be overridden: `{ ...clientConfig(engine), maxAttempts: 1 }`.
 */
export function clientConfig(engine: Executor, options: ClientConfigOptions = {}): ClientConfig {
  return {
    region: options.region ?? engine.region,
    endpoint: 'http://holdfast.invalid',
    credentials: { accessKeyId: 'holdfast', secretAccessKey: 'holdfast' },
    requestHandler: new EngineRequestHandler(engine),
    signer: { sign: async (request) => request },
  };
}
