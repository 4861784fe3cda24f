import { HttpFault } from './http-fault.js';
import type { RequestHead } from './request-head.js';

/** Collects a request's body from the bytes of its connection. */
export interface RequestBody {
  /**
   * Takes from `bytes` what belongs to the body.
   *
   * @returns the bytes after it, or `undefined` where it goes on after them
   * @throws HttpFault
   */
  take(bytes: Buffer): Buffer | undefined;
  /** The whole of it, once its end was seen. */
  content(): Buffer;
}

const none = Buffer.alloc(0);
/** The longest line between chunks, in bytes; its extensions mean nothing here. */
const longestLine = 1_024;
/** How many header lines may follow the last chunk. */
const mostTrailers = 64;

/**
 * What will hold the body of a request with this head, of at most `limit` bytes.
 *
 * @throws HttpFault where the head says that it is longer, or not clearly how long
 */
export function requestBody({ headers }: RequestHead, limit: number): RequestBody {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (coding !== undefined) {
    if (length !== undefined) throw new HttpFault(400, 'A body has a length or comes in chunks, not both');
    if (coding.toLowerCase() !== 'chunked') throw new HttpFault(501, `There is no transfer coding ${coding}`);
    return new ChunkedBody(limit);
  }
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new HttpFault(400, 'content-length is no length');
  const bytes = Number(length ?? 0);
  if (bytes > limit) throw tooLong(limit);
  return new SizedBody(bytes);
}

function tooLong(limit: number): HttpFault {
  return new HttpFault(413, `A body has at most ${limit} bytes`);
}

class SizedBody implements RequestBody {
  #missing: number;
  readonly #parts: Buffer[] = [];

  constructor(length: number) {
    this.#missing = length;
  }

  take(bytes: Buffer): Buffer | undefined {
    const taken = bytes.length > this.#missing ? bytes.subarray(0, this.#missing) : bytes;
    this.#missing -= taken.length;
    if (taken.length > 0) this.#parts.push(taken);
    return this.#missing === 0 ? bytes.subarray(taken.length) : undefined;
  }

  content(): Buffer {
    return joined(this.#parts);
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc9112#section-7.1 */
class ChunkedBody implements RequestBody {
  readonly #limit: number;
  readonly #parts: Buffer[] = [];
  #length = 0;
  /** Of the present chunk, with the line end after it; 0 where a line comes next. */
  #missing = 0;
  /** The beginning of a line whose end has not come. */
  #line: Buffer = none;
  #trailers: number | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(bytes: Buffer): Buffer | undefined {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#missing > 0) {
        rest = this.#takeData(rest);
        continue;
      }
      const buffered = this.#line.length > 0 ? Buffer.concat([this.#line, rest]) : rest;
      const end = buffered.indexOf('\r\n');
      if (end > longestLine || (end < 0 && buffered.length > longestLine)) {
        throw new HttpFault(400, 'A line between chunks is too long');
      }
      if (end < 0) {
        this.#line = buffered;
        return undefined;
      }
      this.#line = none;
      rest = buffered.subarray(end + 2);
      if (this.#takeLine(buffered.toString('latin1', 0, end))) return rest;
    }
    return undefined;
  }

  content(): Buffer {
    return joined(this.#parts);
  }

  /** @returns whether that was the last line of the body */
  #takeLine(line: string): boolean {
    if (this.#trailers !== undefined) {
      if (line === '') return true;
      this.#trailers += 1;
      if (this.#trailers > mostTrailers) throw new HttpFault(431, 'There are too many headers after the body');
      return false;
    }
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line)?.[1];
    if (size === undefined) throw new HttpFault(400, 'The size of a chunk is malformed');
    const bytes = Number.parseInt(size, 16);
    this.#length += bytes;
    if (this.#length > this.#limit) throw tooLong(this.#limit);
    if (bytes === 0) this.#trailers = 0;
    else this.#missing = bytes + 2;
    return false;
  }

  #takeData(bytes: Buffer): Buffer {
    const taken = bytes.subarray(0, this.#missing);
    const ofChunk = Math.max(0, this.#missing - 2);
    if (ofChunk > 0) this.#parts.push(taken.subarray(0, ofChunk));
    const lineEnd = taken.toString('latin1', ofChunk);
    if (!'\r\n'.slice(2 - Math.min(2, this.#missing)).startsWith(lineEnd)) {
      throw new HttpFault(400, 'A chunk is longer than it said');
    }
    this.#missing -= taken.length;
    return bytes.subarray(taken.length);
  }
}

function joined(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}
