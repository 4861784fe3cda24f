import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine, type SdkRequestHandler } from '@holdfast/engine';

/** A database, and what carries requests to it in calm weather. */
export interface Database {
  readonly description: string;
  readonly config: DynamoDBClientConfig & { readonly requestHandler: SdkRequestHandler };
}

/** An engine inside this process, empty and gone when the process ends. */
export function embeddedDatabase(): Database {
  return { description: 'the embedded engine', config: { ...clientConfig(createEngine()) } };
}

/**
 * The DynamoDB, or what speaks its API, at a URL.
 *
 * Region and credentials are those of the environment; at a loopback address, where nobody checks them, they need not be
 * set.
 */
export function databaseAt(endpoint: string, environment: NodeJS.ProcessEnv): Database {
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(new URL(endpoint).hostname);
  const isConfigured = environment.AWS_ACCESS_KEY_ID !== undefined || environment.AWS_PROFILE !== undefined;
  const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? (isLocal ? 'us-east-1' : undefined);
  const config: DynamoDBClientConfig = {
    endpoint,
    ...(region === undefined ? {} : { region }),
    ...(isLocal && !isConfigured ? { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {}),
  };
  return { description: endpoint, config: { ...config, requestHandler: networkHandler(config) } };
}

/** The handler that the SDK makes for itself. */
function networkHandler(config: DynamoDBClientConfig): SdkRequestHandler {
  const { requestHandler } = new DynamoDBClient(config).config;
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: (request, options) => requestHandler.handle(request, options),
    destroy: () => requestHandler.destroy?.(),
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  };
}
