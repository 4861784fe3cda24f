import type { ServiceAnswer } from '../protocol/service-answer.js';

export interface ResponseOptions {
  readonly keepAlive: boolean;
  /** Whether the body is left out, as the answer to HEAD wants it. */
  readonly headOnly: boolean;
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

/** An answer as it stands on the connection, in one piece, so that it leaves in one packet where it fits. */
export function responseBytes({ status, headers, body }: ServiceAnswer, options: ResponseOptions): Buffer {
  let head = `HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\nDate: ${date()}\r\n`;
  head += options.keepAlive ? 'Connection: keep-alive\r\n' : 'Connection: close\r\n';
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  head += '\r\n';
  const bytes = Buffer.allocUnsafe(head.length + (options.headOnly ? 0 : body.length));
  bytes.write(head, 'latin1');
  if (!options.headOnly) bytes.set(body, head.length);
  return bytes;
}

let second = Number.NaN;
let text = '';

/** The time by this machine's clock, which is the one that a client signs by, whatever clock the engine runs on. */
function date(): string {
  const now = Math.floor(Date.now() / 1_000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1_000).toUTCString();
  }
  return text;
}
