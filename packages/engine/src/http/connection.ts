import type { Socket } from 'node:net';
import type { ServiceAnswer } from '../protocol/service-answer.js';
import type { AnswerBatch } from './answer-batch.js';
import { HttpFault } from './http-fault.js';
import { type RequestBody, requestBody } from './request-body.js';
import { parseHead, type RequestHead } from './request-head.js';
import { responseBytes } from './response-bytes.js';

/** Who answers the requests of a connection. */
export interface RequestHandler {
  /** The longest body, in bytes. */
  readonly longestBody: number;
  /** What to answer to a request whose body is not worth reading, from its head. */
  refusal(head: RequestHead, socket: Socket): ServiceAnswer | undefined;
  /** @throws HttpFault */
  answer(head: RequestHead, body: Buffer): ServiceAnswer;
  /** What to answer where the bytes are no request. */
  fault(fault: HttpFault): ServiceAnswer;
}

/** The longest head, in bytes, as in Node.js's own server. */
const longestHead = 16 * 1024;
/**
 * How long a client gets to read the last answer once it is sent, and to take more of it before that, in milliseconds: then the
 * connection is cut.
 */
const lingering = 1_000;
const none = Buffer.alloc(0);
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

/**
 * One client's connection: reads requests from it, one after the other and however their bytes arrive, and writes their
 * answers in the same order.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #handler: RequestHandler;
  readonly #batch: AnswerBatch;
  /** What has arrived and was not read yet. */
  #bytes: Buffer = none;
  #head: RequestHead | undefined;
  #body: RequestBody | undefined;
  #ended = false;
  #closing = false;

  constructor(socket: Socket, handler: RequestHandler, batch: AnswerBatch) {
    this.#socket = socket;
    this.#handler = handler;
    this.#batch = batch;
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('drain', () => {
      socket.resume();
      this.#read();
    });
    // What breaks a connection is its client's affair; 'close' follows.
    socket.on('error', () => {});
    socket.on('timeout', () => socket.destroy());
  }

  /** Ends the connection, at once or after the request under way. */
  close(): void {
    this.#closing = true;
    if (!this.#head && this.#bytes.length === 0) this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    if (this.#ended) return;
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    this.#read();
  }

  #read(): void {
    try {
      // A client that reads no answers is asked for no more requests.
      while (!this.#ended && !this.#socket.writableNeedDrain && this.#readOne());
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      this.#send(this.#handler.fault(error), false);
    }
    if (this.#socket.writableNeedDrain) this.#socket.pause();
  }

  /** @returns whether there was a whole request */
  #readOne(): boolean {
    if (!this.#head) {
      this.#head = this.#readHead();
      if (!this.#head) return false;
      const refusal = this.#handler.refusal(this.#head, this.#socket);
      if (refusal) {
        // The body is not read, so nothing after it can be.
        this.#send(refusal, false);
        return false;
      }
      this.#body = requestBody(this.#head, this.#handler.longestBody);
      if (this.#head.expectsContinue && this.#bytes.length === 0) this.#socket.write(goOn);
    }
    const head = this.#head;
    const body = this.#body as RequestBody;
    const rest = body.take(this.#bytes);
    this.#bytes = rest ?? none;
    if (!rest) return false;
    const answer = this.#handler.answer(head, body.content());
    this.#send(answer, head.keepAlive && !this.#closing);
    this.#head = undefined;
    this.#body = undefined;
    return true;
  }

  #readHead(): RequestHead | undefined {
    // Empty lines before a request are an old client's habit.
    let start = 0;
    while (this.#bytes[start] === 0x0d && this.#bytes[start + 1] === 0x0a) start += 2;
    if (start > 0) this.#bytes = this.#bytes.subarray(start);
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end > longestHead || (end < 0 && this.#bytes.length > longestHead)) {
      throw new HttpFault(431, `The head of a request has at most ${longestHead} bytes`);
    }
    if (end < 0) return undefined;
    const head = parseHead(this.#bytes.toString('latin1', 0, end));
    this.#bytes = this.#bytes.subarray(end + 4);
    return head;
  }

  #send(answer: ServiceAnswer, keepAlive: boolean): void {
    const bytes = responseBytes(answer, { keepAlive, headOnly: this.#head?.method === 'HEAD' });
    if (keepAlive) {
      this.#batch.write(this.#socket, bytes);
      return;
    }
    this.#ended = true;
    this.#bytes = none;
    this.#socket.end(bytes, () => this.#cutSoon());
    // Bytes still arriving are let go by: to cut the connection now could take the answer away from the client.
    this.#socket.resume();
    this.#socket.setTimeout(lingering);
  }

  /** A client that never stops sending is never idle. */
  #cutSoon(): void {
    const cut = setTimeout(() => this.destroy(), lingering);
    this.#socket.on('close', () => clearTimeout(cut));
    cut.unref();
  }
}
