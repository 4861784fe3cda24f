import fc from 'fast-check';
import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';

/** Names that break what trusts its users: those of Object's prototype, reserved words, path syntax, other scripts. */
export const arbitraryName = fc.constantFrom(
  'a',
  'b',
  'c',
  'status',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'a.b',
  'a[0]',
  '#0',
  ':0',
  'é𝄞',
  ' ',
);

/** Texts of numbers that DynamoDB can hold, in any notation. */
export const arbitraryNumber: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map(String),
  fc.maxSafeInteger().map(String),
  fc
    .record({
      sign: fc.constantFrom('', '-', '+'),
      zeros: fc.constantFrom('', '0', '000'),
      first: fc.integer({ min: 1, max: 9 }),
      rest: fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 37 }),
      magnitude: fc.oneof(fc.integer({ min: -130, max: 125 }), fc.integer({ min: -5, max: 40 })),
      exponential: fc.constantFrom('e', 'E'),
    })
    .map(({ sign, zeros, first, rest, magnitude, exponential }) => {
      const fraction = rest === '' ? '' : `.${rest}`;
      return `${sign}${zeros}${first}${fraction}${exponential}${magnitude}`;
    }),
);

export const arbitraryText = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'b', 'é', '𝄞', '\uffff'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
export const arbitraryBytes = fc.uint8Array({ maxLength: 4 });

export function nullPrototype<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const map: Record<string, Value> = Object.create(null);
  for (const [name, value] of entries) map[name] = value;
  return map;
}

const ofSet = { minLength: 1, maxLength: 4 };
const { value, map } = fc.letrec<{ value: AttributeValue; map: AttributeMap }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.record({ S: arbitraryText }),
    fc.record({ N: arbitraryNumber }),
    fc.record({ B: arbitraryBytes }),
    fc.record({ BOOL: fc.boolean() }),
    fc.constant<AttributeValue>({ NULL: true }),
    fc.record({ SS: fc.uniqueArray(arbitraryText, ofSet) }),
    fc.record({ NS: fc.uniqueArray(fc.integer().map(String), ofSet) }),
    fc.record({ BS: fc.uniqueArray(arbitraryBytes, { ...ofSet, selector: String }) }),
    fc.record({ L: fc.array(tie('value'), { maxLength: 4 }) }),
    fc.record({ M: tie('map') }),
  ),
  map: fc
    .uniqueArray(fc.tuple(arbitraryName, tie('value')), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => nullPrototype(entries)),
}));

export const arbitraryValue = value;
export const arbitraryItem = map;
