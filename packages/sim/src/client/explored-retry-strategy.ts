import type { Runtime } from '@holdfast/wire';

interface RetryToken {
  getRetryCount(): number;
  getRetryDelay(): number;
}

interface RetryErrorInfo {
  readonly errorType: 'TRANSIENT' | 'THROTTLING' | 'SERVER_ERROR' | 'CLIENT_ERROR';
}

/**
 * The AWS SDK's standard retry mode on virtual time: the same attempts, with the waits between them as timers of the client.
 *
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
 */
export class ExploredRetryStrategy {
  readonly mode = 'standard';
  readonly #runtime: Pick<Runtime, 'sleep' | 'random'>;
  readonly #maxAttempts: number;

  constructor(runtime: Pick<Runtime, 'sleep' | 'random'>, maxAttempts: number) {
    this.#runtime = runtime;
    this.#maxAttempts = maxAttempts;
  }

  async acquireInitialRetryToken(): Promise<RetryToken> {
    return tokenOf(0);
  }

  /** @throws Error where no further attempt is to be made */
  async refreshRetryTokenForRetry(token: RetryToken, { errorType }: RetryErrorInfo): Promise<RetryToken> {
    const attempts = token.getRetryCount() + 1;
    const isRetried = errorType === 'TRANSIENT' || errorType === 'THROTTLING';
    if (!isRetried || attempts >= this.#maxAttempts) throw new Error('no further attempt');
    const base = errorType === 'THROTTLING' ? 1_000 : 25;
    await this.#runtime.sleep(this.#runtime.random() * Math.min(20_000, base * 2 ** token.getRetryCount()));
    return tokenOf(attempts);
  }

  recordSuccess(): void {}
}

/** The wait is over when a token is handed out. */
function tokenOf(count: number): RetryToken {
  return { getRetryCount: () => count, getRetryDelay: () => 0 };
}
