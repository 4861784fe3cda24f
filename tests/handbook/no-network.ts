import { Socket } from 'node:net';

const loopback = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Lets sockets connect to this machine alone, so that a program that reaches for AWS fails instead of waiting.
 *
 * @returns a function that lets them connect again
 */
export function withoutNetwork(): () => void {
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
    const host = hostOf(given);
    if (!loopback.has(host))
      throw new Error(`The handbook's programs run without a network, but this one calls ${host}`);
    return Reflect.apply(connect, this, given);
  };
  return () => {
    Socket.prototype.connect = connect;
  };
}

/** The host in any of the forms that connect() takes, among them the list that Node.js itself passes. */
function hostOf(given: readonly unknown[]): string {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  if (typeof first === 'object' && first !== null && 'host' in first && first.host !== undefined)
    return String(first.host);
  return typeof first === 'number' && typeof second === 'string' ? second : 'localhost';
}
