/**
 * A client did something that the explorer cannot schedule or repeat: it waited for a real timer or a socket, drew a random
 * number of the process, or did something else when the same schedule was run again.
 */
export class UncontrolledError extends Error {
  override readonly name = 'UncontrolledError';
}
