import type { Runtime } from '@holdfast/wire';
import type { ClientState } from './client-state.js';
import { epoch, type World } from './world.js';

/** Time and chance as one client sees them: its own clocks, on the world's time. */
export class ClientRuntime implements Runtime {
  readonly #world: World;
  readonly #client: ClientState;

  constructor(world: World, client: ClientState) {
    this.#world = world;
    this.#client = client;
  }

  now(): number {
    return epoch + this.#client.skew + this.#world.readTime();
  }

  monotonic(): number {
    return this.#world.readTime() - this.#client.frozen;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await this.#world.sleep(this.#client, milliseconds, signal);
  }

  random(): number {
    return this.#client.random();
  }

  uuid(): string {
    return this.#client.uuid();
  }
}
