import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../errors/usage-errors.js';
import { etag, type IfMatchHeader, ifMatch } from './entity-tag.js';
import { PreconditionError } from './precondition-error.js';

/** The version, or the status of the refusal. */
function answered(header: IfMatchHeader, current?: number): string {
  try {
    return `version ${ifMatch(header, current)}`;
  } catch (error) {
    if (!(error instanceof PreconditionError)) throw error;
    return String(error.status);
  }
}

describe('etag', () => {
  it('is strong', () => {
    expect(etag(3)).toBe('"3"');
    expect(etag(0)).toBe('"0"');
  });
  it.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses %s, which is no version', (version) => {
    expect(() => etag(version)).toThrow(ValidationError);
  });
});

describe('ifMatch', () => {
  it.each([undefined, null, '', '  '])('asks for the header where there is %j', (header) => {
    expect(answered(header)).toBe('428');
    expect(answered(header, 3)).toBe('428');
  });

  it.each([
    ['"3"', 'version 3', 'version 3'],
    [' "3" ', 'version 3', 'version 3'],
    [', "3" ,', 'version 3', 'version 3'],
    ['"4"', 'version 4', '412'],
    // of an item that was stored without a version
    ['"0"', 'version 0', '412'],
    // a weak ETag never matches
    ['W/"3"', '412', '412'],
    ['W/"3", "3"', '400', 'version 3'],
    ['"1","2", "3"', '400', 'version 3'],
    ['"1", "2"', '400', '412'],
    ['*', '400', 'version 3'],
    // another server's, or another form of the same number
    ['"abc"', '412', '412'],
    ['"03"', '412', '412'],
    ['"3,"', '412', '412'],
    ['"9007199254740993"', '412', '412'],
    ['"a,b", "3"', '400', 'version 3'],
    // no list of ETags
    ['3', '400', '400'],
    ['"3', '400', '400'],
    ['"3" "4"', '400', '400'],
    ['w/"3"', '400', '400'],
    ['"3", *', '400', '400'],
    ['"3";x', '400', '400'],
  ])('%s gives %s, and %s where version 3 was read', (header, blind, read) => {
    expect(answered(header)).toBe(blind);
    expect(answered(header, 3)).toBe(read);
  });

  it('finds the current version in any list that holds its strong ETag, and in no other', () => {
    const tag = fc.oneof(
      fc.integer({ min: 1, max: 5 }).map(etag),
      fc.integer({ min: 1, max: 5 }).map((version) => `W/${etag(version)}`),
      fc.stringMatching(/^[!#-~]{0,4}$/).map((text) => `"${text}"`),
    );
    const separator = fc.constantFrom(',', ', ', ' ,', ' ,\t, ');
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1 }), separator, (tags, between) => {
        expect(answered(tags.join(between), 3)).toBe(tags.includes('"3"') ? 'version 3' : '412');
      }),
    );
  });

  it('answers any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', ' ', '3', 'W', '/', '*', '\\') }), (text) => {
        expect(answered(text, 3)).toMatch(/^(version 3|400|412|428)$/);
      }),
    );
  });

  it('takes time in proportion to the header', () => {
    for (const text of [
      '"'.repeat(50_000),
      ','.repeat(50_000),
      ' '.repeat(50_000),
      '"a'.repeat(30_000),
      ' ,"'.repeat(20_000),
    ]) {
      expect(answered(`${text}x`, 3)).toBe('400');
    }
  });
});
