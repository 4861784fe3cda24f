import { gunzipSync, gzipSync } from 'node:zlib';
import { ServiceError } from '@holdfast/wire';
import { crc32 } from '../protocol/crc32.js';
import type { ServiceAnswer } from '../protocol/service-answer.js';
import { HttpFault } from './http-fault.js';

/** The shortest answer that is worth compressing, in bytes. */
const shortestCompressed = 1_024;

/**
 * The content of a body that came under this `content-encoding`, of at most `limit` bytes.
 *
 * @throws HttpFault where it is longer
 * @throws ServiceError `SerializationException` where it is not what the header says
 */
export function decodedBody(body: Uint8Array, coding: string | undefined, limit: number): Uint8Array {
  if (coding === undefined || coding === '' || coding.toLowerCase() === 'identity') return body;
  if (coding.toLowerCase() !== 'gzip') {
    throw new HttpFault(415, `The body of a request is plain or under gzip, not ${coding}`);
  }
  try {
    return gunzipSync(body, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new HttpFault(413, `A body has at most ${limit} bytes once it is inflated`);
    }
    throw new ServiceError('SerializationException', '');
  }
}

/**
 * `answer` under gzip, where a client that sent this `accept-encoding` takes it and it is worth it. The checksum is that
 * of the bytes as sent, as in the service.
 */
export function encodedAnswer(answer: ServiceAnswer, accepted: string | undefined): ServiceAnswer {
  if (accepted === undefined || answer.body.length < shortestCompressed || !acceptsGzip(accepted)) return answer;
  const body = gzipSync(answer.body, { level: 1 });
  const headers = {
    ...answer.headers,
    'content-encoding': 'gzip',
    'content-length': String(body.length),
    'x-amz-crc32': String(crc32(body)),
  };
  return { ...answer, headers, body };
}

function acceptsGzip(accepted: string): boolean {
  return accepted.split(',').some((each) => {
    const [coding = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
