/**
 * The part of an AWS SDK request that matters here. Structural, so that no package of the SDK is needed at run time;
 * any request of an AWS SDK for JavaScript v3 client fits.
 */
export interface SdkRequest {
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

export interface SdkResponse {
  statusCode: number;
  headers: Record<string, string>;
  body?: unknown;
}

/** A platform `AbortSignal`, or the SDK's own older one, which calls `onabort` only. */
export interface SdkAbortSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  onabort?: unknown;
  addEventListener?(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener?(type: 'abort', listener: () => void): void;
}

export interface SdkHandlerOptions {
  readonly abortSignal?: SdkAbortSignal;
  /** Milliseconds. */
  readonly requestTimeout?: number;
}

/**
 * What an AWS SDK v3 client calls in place of the network (its configuration's `requestHandler`).
 *
 * @see https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/configuring-the-sdk.html
 */
export interface SdkRequestHandler {
  readonly metadata?: { readonly handlerProtocol: string };
  handle(request: SdkRequest, options?: SdkHandlerOptions): Promise<{ response: SdkResponse }>;
  destroy?(): void;
  updateHttpClientConfig?(key: never, value: never): void;
  httpHandlerConfigs?(): object;
}
