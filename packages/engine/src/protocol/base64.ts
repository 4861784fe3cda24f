import { ServiceError } from '@holdfast/wire';

/**
 * The bytes of a base64 text in its one canonical form, which is the only one that the service takes. What is no text
 * is left as it is, for the engine to refuse.
 *
 * @throws ServiceError `SerializationException` where the text is no canonical base64
 */
export function decodeBase64(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  if (content.length % 4 !== 0) {
    throw new ServiceError(
      'SerializationException',
      `Base64 encoded length is expected a multiple of 4 bytes but found: ${content.length}`,
    );
  }
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) {
    const stranger = /[^A-Za-z0-9+/=]/.exec(content);
    throw new ServiceError(
      'SerializationException',
      // The misspelling is the service's.
      stranger ? `Invalid Base64 character: '${stranger[0]}'` : 'Invalid last non-pad Base64 character dectected',
    );
  }
  return new Uint8Array(bytes);
}

export function encodeBase64(content: unknown): unknown {
  if (!(content instanceof Uint8Array)) return content;
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');
}
