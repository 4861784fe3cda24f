import { HttpFault } from './http-fault.js';

/** All of a request but its body. */
export interface RequestHead {
  readonly method: string;
  /** What stands between method and version: path and query. */
  readonly target: string;
  /** By lower-case name; of those that came twice, joined with `, `. */
  readonly headers: ReadonlyMap<string, string>;
  /** Whether the connection stays open after the answer. */
  readonly keepAlive: boolean;
  /** Whether the client waits to be asked for the body. */
  readonly expectsContinue: boolean;
}

const requestLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([\x21-\x7e\x80-\xff]+) HTTP\/1\.([01])$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;
/** Of these a second one is an attempt to have two servers read one request differently. */
const single = new Set([
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'authorization',
  'x-amz-target',
]);

/**
 * Reads the head of a request, without the empty line that ends it. It takes HTTP/1.0 and 1.1 to the letter: no folded
 * lines, no bare line feeds, no space before a colon.
 *
 * @throws HttpFault
 * @see https://www.rfc-editor.org/rfc/rfc9112
 */
export function parseHead(text: string): RequestHead {
  const lines = text.split('\r\n');
  const first = requestLine.exec(lines[0] as string);
  if (!first) throw new HttpFault(400, 'The first line is no request of HTTP/1.1');
  const headers = new Map<string, string>();
  for (let index = 1; index < lines.length; index++) addHeader(headers, lines[index] as string);
  const version = first[3];
  const connection = headers.get('connection')?.toLowerCase() ?? '';
  const expected = version === '1' ? headers.get('expect') : undefined;
  if (expected !== undefined && expected.toLowerCase() !== '100-continue') {
    throw new HttpFault(417, `Nobody can expect ${expected} here, only 100-continue`);
  }
  return {
    method: first[1] as string,
    target: first[2] as string,
    headers,
    keepAlive: version === '1' ? !hasToken(connection, 'close') : isKeptOpen(connection, headers),
    expectsContinue: expected !== undefined,
  };
}

function addHeader(headers: Map<string, string>, line: string): void {
  const match = headerLine.exec(line);
  if (!match) throw new HttpFault(400, 'A header is malformed');
  const name = (match[1] as string).toLowerCase();
  const value = (match[2] as string).trimEnd();
  const before = headers.get(name);
  if (before !== undefined && single.has(name)) throw new HttpFault(400, `There are two headers ${name}`);
  headers.set(name, before === undefined ? value : `${before}, ${value}`);
}

/** HTTP/1.0 has no chunks: where its request ends that has them is not certain, so nothing after it is read. */
function isKeptOpen(connection: string, headers: ReadonlyMap<string, string>): boolean {
  return hasToken(connection, 'keep-alive') && !headers.has('transfer-encoding');
}

function hasToken(list: string, token: string): boolean {
  return list === token || list.split(',').some((each) => each.trim() === token);
}
