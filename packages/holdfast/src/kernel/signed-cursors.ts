import { unfit } from '../attributes/mismatch.js';
import { ValidationError } from '../errors/usage-errors.js';
import { base64, bytesOfBase64 } from './base64.js';
import type { CursorSigner } from './cursor-signer.js';

// biome-ignore lint/style/noRestrictedGlobals: a signature depends on key and text alone
const subtle = () => crypto.subtle;
type Key = Awaited<ReturnType<ReturnType<typeof subtle>['importKey']>>;

const algorithm = { name: 'HMAC', hash: 'SHA-256' };
const leastBytes = 32;

/**
 * Signs the cursors of a table by HMAC-SHA-256, so that a client can hand back those that it was given and make none of
 * its own. They are not encrypted: whoever has one can read the key in it.
 *
 * ```ts
 * const shop = table({ name: 'shop', backend, entities, cursors: signedCursors(secret, formerSecret) });
 * ```
 *
 * @param secret at least 32 bytes, or as many characters
 * @param former secrets whose cursors are still accepted, while a new one is taken into use
 * @throws ValidationError where a secret is too short
 */
export function signedCursors(secret: string | Uint8Array, ...former: readonly (string | Uint8Array)[]): CursorSigner {
  const secrets = [secret, ...former].map((each) => {
    if (typeof each === 'string') return new TextEncoder().encode(each);
    if (ArrayBuffer.isView(each)) return each;
    throw unfit('signedCursors()', 'secrets of text or bytes', each);
  });
  const short = secrets.find((each) => each.length < leastBytes);
  if (short !== undefined) {
    throw new ValidationError(`signedCursors: a secret has at least ${leastBytes} bytes, not ${short.length}`);
  }
  return new HmacSigner(secrets.map((each) => each.slice()));
}

class HmacSigner implements CursorSigner {
  readonly #secrets: readonly Uint8Array<ArrayBuffer>[];
  #keys: readonly Promise<Key>[] | undefined;

  constructor(secrets: readonly Uint8Array<ArrayBuffer>[]) {
    this.#secrets = secrets;
  }

  async sign(text: string): Promise<string> {
    const [key] = await this.#imported();
    if (key === undefined) throw new ValidationError('signedCursors: there is no secret to sign by');
    return base64(new Uint8Array(await subtle().sign('HMAC', key, new TextEncoder().encode(text))));
  }
  async verify(text: string, signature: string): Promise<boolean> {
    const given = bytesOrNone(signature);
    const checks = (await this.#imported()).map((key) =>
      subtle().verify('HMAC', key, given, new TextEncoder().encode(text)),
    );
    return (await Promise.all(checks)).includes(true);
  }

  #imported(): Promise<Key[]> {
    this.#keys ??= this.#secrets.map((secret) =>
      subtle().importKey('raw', secret, algorithm, false, ['sign', 'verify']),
    );
    return Promise.all(this.#keys);
  }
}

function bytesOrNone(text: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(bytesOfBase64(text));
  } catch {
    return new Uint8Array();
  }
}
