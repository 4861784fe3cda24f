import { ValidationError } from '../errors/usage-errors.js';
import { PreconditionError } from './precondition-error.js';

/** As `headers.get('if-match')` and Node's `request.headers['if-match']` give it. */
export type IfMatchHeader = string | null | undefined;

/**
 * The strong ETag of a version: `"3"`.
 *
 * It tells versions of the item apart. Where one address has several representations (formats, languages), the ETag of each
 * needs more than the version.
 *
 * @throws ValidationError where it is no version
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.etag
 */
export function etag(version: number): string {
  if (!Number.isSafeInteger(version) || version < 0) {
    throw new ValidationError(`etag(${version}): a version is a whole number from 1, or 0`);
  }
  return `"${version}"`;
}

/**
 * The version that a client's `If-Match` asks for, to be said on the write: `.ifVersion(ifMatch(request.headers['if-match']))`.
 * The write itself tells whether it is still the stored one.
 *
 * With the version that was read just before, `*` and lists of ETags can be answered too: it comes back if the header allows it.
 *
 * @param current the version as read
 * @throws PreconditionError 428 where there is no header, 412 where it asks for what is not there (a weak ETag never
 * matches), 400 where it cannot be read, or is `*` or a list and no version was read
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.if-match
 */
export function ifMatch(header: IfMatchHeader, current?: number): number {
  // some servers give a header that comes twice as a list
  const text = String(header ?? '').trim();
  if (!text) throw new PreconditionError('If-Match is missing; send the ETag of what was read', 428);
  const tags = text === '*' ? '*' : tagsOf(text);
  if (current === undefined) {
    if (tags === '*' || tags.length !== 1) {
      throw new PreconditionError('If-Match: this takes the ETag of one version', 400);
    }
    const version = versionOf(tags[0]);
    if (version !== undefined) return version;
  } else if (tags === '*' || tags.some((tag) => versionOf(tag) === current)) {
    return current;
  }
  throw new PreconditionError('If-Match names no version that is there', 412);
}

const entityTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
/** One element of the list, which may be empty, up to the next comma outside of quotes. */
const element = /[ \t]*((?:[^",]|"[^"]*"?)*?)[ \t]*(?:,|$)/y;

function tagsOf(text: string): readonly string[] {
  const tags: string[] = [];
  element.lastIndex = 0;
  while (element.lastIndex < text.length) {
    const tag = element.exec(text)?.[1];
    if (tag === '') continue;
    if (tag === undefined || !entityTag.test(tag)) {
      throw new PreconditionError('If-Match holds something else than ETags, which are in double quotes', 400);
    }
    tags.push(tag);
  }
  return tags;
}

/** The version of a strong ETag that {@link etag} could have made. */
function versionOf(tag: string | undefined): number | undefined {
  const version = /^"(0|[1-9]\d{0,15})"$/.exec(tag ?? '')?.[1];
  return version !== undefined && Number.isSafeInteger(Number(version)) ? Number(version) : undefined;
}
