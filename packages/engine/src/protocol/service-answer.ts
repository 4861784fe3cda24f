import { crc32 } from './crc32.js';

/** The service's answer as it crosses the wire. */
export interface ServiceAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

export const contentType = 'application/x-amz-json-1.0';

/** `text` with the headers that every answer of the service bears; without `type` no content type is told. */
export function serviceAnswer(status: number, text: string, requestId: string, type?: string): ServiceAnswer {
  const body = Buffer.from(text);
  const checked = {
    'content-length': String(body.length),
    'x-amzn-requestid': requestId,
    'x-amz-crc32': String(crc32(body)),
  };
  return { status, headers: type === undefined ? checked : { 'content-type': type, ...checked }, body };
}
