import type { IncomingMessage } from 'node:http';

/**
 * The body of a request, or `undefined` where it is longer than `limit` bytes, in which case the rest is left unread.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > limit) {
      resolve(undefined);
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        request.removeAllListeners('data');
        request.pause();
        resolve(undefined);
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)));
    request.on('error', reject);
  });
}
