import type { Socket } from 'node:net';

/**
 * Holds answers back until every request that has already arrived is carried out, then sends them all. A client that is woken
 * by the first of its answers finds the others there too: where many requests are in flight, waking it for each one costs
 * both sides more than carrying out the request does.
 */
export class AnswerBatch {
  readonly #corked: Socket[] = [];

  /** Writes, as `Socket.write` does, no later than when the event loop has looked at all sockets. */
  write(socket: Socket, bytes: Uint8Array): void {
    if (socket.writableCorked === 0) {
      if (this.#corked.length === 0) setImmediate(this.#send);
      socket.cork();
      this.#corked.push(socket);
    }
    socket.write(bytes);
  }

  readonly #send = (): void => {
    for (const socket of this.#corked.splice(0)) socket.uncork();
  };
}
