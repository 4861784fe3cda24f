/** Bytes that are no request this server can answer; what follows them on the connection means nothing any more. */
export class HttpFault extends Error {
  /** The HTTP status that tells the client so. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'HttpFault';
    this.status = status;
  }
}
