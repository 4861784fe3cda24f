import type { ClientState } from '../world/client-state.js';
import { UncontrolledError } from './uncontrolled-error.js';

/** What a client may not use, each with what there is instead. */
const remedies = {
  setTimeout: 'wait with runtime.sleep(milliseconds)',
  setInterval: 'wait with runtime.sleep(milliseconds) in a loop',
  setImmediate: 'wait with runtime.sleep(0)',
  'Math.random': 'draw with runtime.random()',
  'crypto.randomUUID': 'take runtime.uuid()',
  'crypto.getRandomValues': 'draw with runtime.random()',
} as const;

type Forbidden = keyof typeof remedies;

/**
 * Stands in for the timers and the random numbers of the process while clients run, and refuses them: the explorer could
 * neither choose when such a timer goes off nor have the same number drawn again.
 */
export class ProcessInputs {
  /** The client whose code is running, if one is. */
  client: Pick<ClientState, 'name' | 'random' | 'uuid'> | undefined;
  /** The first use that was refused. */
  refused: UncontrolledError | undefined;
  readonly #restore: (() => void)[] = [];

  install(): void {
    this.#replace(globalThis, 'setTimeout', 'setTimeout');
    this.#replace(globalThis, 'setInterval', 'setInterval');
    this.#replace(globalThis, 'setImmediate', 'setImmediate');
    this.#replace(Math, 'random', 'Math.random');
    this.#replace(globalThis.crypto, 'randomUUID', 'crypto.randomUUID');
    this.#replace(globalThis.crypto, 'getRandomValues', 'crypto.getRandomValues');
  }

  uninstall(): void {
    for (const restore of this.#restore.splice(0).reverse()) restore();
  }

  #replace(owner: object, property: string, name: Forbidden): void {
    const own = Object.getOwnPropertyDescriptor(owner, property);
    const original: (...args: unknown[]) => unknown = Reflect.get(owner, property);
    const inputs = this;
    function replacement(this: unknown, ...args: unknown[]): unknown {
      const { client } = inputs;
      return client === undefined ? original.apply(this, args) : inputs.#answer(client, name, args);
    }
    // what is promisified, and the like, stays as it was
    Object.setPrototypeOf(replacement, original);
    const enumerable = own?.enumerable ?? true;
    Object.defineProperty(owner, property, { value: replacement, configurable: true, writable: true, enumerable });
    this.#restore.push(() => {
      if (own === undefined) Reflect.deleteProperty(owner, property);
      else Object.defineProperty(owner, property, own);
    });
  }

  /** The AWS SDK names its requests, and draws tokens; it draws them from the client that uses it. */
  #answer(client: Pick<ClientState, 'name' | 'random' | 'uuid'>, name: Forbidden, args: readonly unknown[]): unknown {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 10;
    const error = new UncontrolledError(
      `Client ${client.name} uses ${name}, which the explorer does not control; ${remedies[name]}`,
    );
    Error.stackTraceLimit = stackTraceLimit;
    if (sdkFrame.test(error.stack?.split('\n')[3] ?? '')) {
      if (name === 'crypto.randomUUID') return client.uuid();
      if (name === 'Math.random') return client.random();
      if (name === 'crypto.getRandomValues' && args[0] instanceof Uint8Array) {
        return args[0].fill(Math.floor(client.random() * 256));
      }
    }
    this.refused ??= error;
    throw error;
  }
}

/** A line of a stack trace within the AWS SDK. */
const sdkFrame = /[\\/]@(?:aws-sdk|smithy)[\\/]/;
