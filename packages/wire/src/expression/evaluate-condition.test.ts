import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import { arbitraryCondition } from '../testing/arbitrary-expressions.js';
import { arbitraryItem, nullPrototype } from '../testing/arbitrary-values.js';
import { evaluateCondition } from './evaluate-condition.js';
import { parseCondition } from './parser/parse-condition.js';
import { Placeholders } from './parser/placeholders.js';

const binary = (...bytes: number[]): AttributeValue => ({ B: Uint8Array.from(bytes) });
const item: AttributeMap = {
  greeting: { S: 'hello' },
  wide: { S: 'é𝄞' },
  five: { N: '5' },
  bin: binary(1, 2, 3),
  yes: { BOOL: true },
  nothing: { NULL: true },
  elements: { L: [{ S: 'hi' }, { N: '2' }, { NS: ['1', '2'] }, { L: [{ N: '3' }] }] },
  doc: { M: { x: { N: '1' }, deep: { M: { y: { L: [{ S: 'z' }] } } } } },
  words: { SS: ['a', 'b'] },
  numbers: { NS: ['1', '2.50'] },
  blobs: { BS: [Uint8Array.of(1), Uint8Array.of(2, 3)] },
};
const values: AttributeMap = {
  ':hello': { S: 'hello' },
  ':hell': { S: 'hell' },
  ':ell': { S: 'ell' },
  ':z': { S: 'z' },
  ':a': { S: 'a' },
  ':5': { N: '5.0' },
  ':4': { N: '4' },
  ':6': { N: '6' },
  ':2': { N: '2' },
  ':3': { N: '3' },
  ':250': { N: '2.5' },
  ':five': { S: '5' },
  ':bin': binary(1, 2, 3),
  ':12': binary(1, 2),
  ':23': binary(2, 3),
  ':yes': { BOOL: true },
  ':null': { NULL: true },
  ':set': { NS: ['2', '1'] },
  ':inner': { L: [{ N: '3.0' }] },
  ':words': { SS: ['b', 'a'] },
  ':S': { S: 'S' },
  ':N': { S: 'N' },
  ':M': { S: 'M' },
  ':NULL': { S: 'NULL' },
};

const evaluate = (text: string, of: AttributeMap | undefined) =>
  evaluateCondition(parseCondition(text, new Placeholders({}, values)), of);

/** Each operator and function of a missing attribute, of a type that does not fit, and of one that does. */
const truthTable: [string, boolean][] = [
  // a missing attribute
  ['absent = :5', false],
  ['absent <> :5', true],
  ['absent < :5', false],
  ['absent <= :5', false],
  ['absent > :5', false],
  ['absent >= :5', false],
  [':5 < absent', false],
  [':5 <> absent', true],
  ['absent = gone', false],
  ['absent <> gone', true],
  ['absent < gone', false],
  ['absent BETWEEN :4 AND :6', false],
  ['five BETWEEN absent AND :6', false],
  ['five BETWEEN :4 AND absent', false],
  ['absent IN (:4, :5)', false],
  ['absent IN (gone)', false],
  ['begins_with(absent, :a)', false],
  ['begins_with(greeting, absent)', false],
  ['contains(absent, :a)', false],
  ['contains(greeting, absent)', false],
  ['size(absent) = :5', false],
  ['size(absent) < :5', false],
  ['size(absent) <> :5', true],
  ['attribute_exists(absent)', false],
  ['attribute_not_exists(absent)', true],
  ['attribute_type(absent, :S)', false],
  ['NOT absent < :5', true],
  ['NOT absent = :5', true],
  ['NOT contains(absent, :a)', true],
  ['NOT begins_with(absent, :a)', true],
  ['NOT absent BETWEEN :4 AND :6', true],
  ['NOT absent IN (:5)', true],
  // types that differ
  ['five = :five', false],
  ['five <> :five', true],
  ['five < :five', false],
  ['five > :five', false],
  ['five <= :five', false],
  ['five >= :five', false],
  ['NOT five < :five', true],
  ['five BETWEEN :a AND :z', false],
  ['five IN (:five, :hello)', false],
  ['elements < :5', false],
  ['yes >= :5', false],
  ['begins_with(five, :a)', false],
  ['begins_with(greeting, bin)', false],
  ['begins_with(elements, :a)', false],
  ['contains(five, :5)', false],
  ['contains(yes, :yes)', false],
  ['contains(doc, :a)', false],
  ['contains(greeting, :5)', false],
  ['contains(words, :5)', false],
  ['contains(numbers, :a)', false],
  ['contains(bin, :a)', false],
  ['size(five) = :5', false],
  ['size(yes) > :2', false],
  ['size(nothing) <> :2', true],
  ['size(greeting) = :hello', false],
  ['greeting = elements', false],
  // types that fit
  ['five = :5', true],
  ['five <> :5', false],
  ['five < :6', true],
  ['five <= :5', true],
  ['five > :4', true],
  ['five >= :6', false],
  ['greeting = :hello', true],
  ['greeting > :hell', true],
  ['bin = :bin', true],
  ['bin > :12', true],
  ['yes = :yes', true],
  ['nothing = :null', true],
  ['words = :words', true],
  ['five BETWEEN :5 AND :5', true],
  ['five BETWEEN :4 AND :6', true],
  ['five BETWEEN :2 AND :4', false],
  ['five IN (:4, :5)', true],
  ['five IN (:hello, :5)', true],
  ['words IN (:words)', true],
  ['begins_with(greeting, :hell)', true],
  ['begins_with(greeting, :ell)', false],
  ['begins_with(bin, :12)', true],
  ['begins_with(bin, :23)', false],
  ['begins_with(:hello, greeting)', true],
  ['contains(greeting, :ell)', true],
  ['contains(greeting, :z)', false],
  ['contains(bin, :23)', true],
  ['contains(words, :a)', true],
  ['contains(words, :z)', false],
  ['contains(numbers, :250)', true],
  ['contains(blobs, :23)', true],
  ['contains(blobs, :12)', false],
  ['contains(elements, :2)', true],
  ['contains(elements, :set)', true],
  ['contains(elements, :inner)', true],
  ['contains(elements, :3)', false],
  ['size(greeting) = :5', true],
  ['size(wide) = :3', true],
  ['size(bin) = :3', true],
  ['size(words) = :2', true],
  ['size(numbers) = :2', true],
  ['size(blobs) = :2', true],
  ['size(elements) = :4', true],
  ['size(doc) = :2', true],
  ['size(greeting) = five', true],
  ['size(greeting) > size(bin)', true],
  ['size(bin) BETWEEN :2 AND :4', true],
  ['size(bin) IN (:3)', true],
  ['size(:hello) = five', true],
  ['attribute_exists(nothing)', true],
  ['attribute_type(greeting, :S)', true],
  ['attribute_type(five, :N)', true],
  ['attribute_type(doc, :M)', true],
  ['attribute_type(nothing, :NULL)', true],
  ['attribute_type(greeting, :N)', false],
  ['attribute_type(:5, :N)', true],
  ['attribute_type(:5, :S)', false],
  // paths
  ['doc.x < five', true],
  ['doc.deep.y[0] = :z', true],
  ['attribute_exists(doc.deep.y[1])', false],
  ['attribute_exists(doc[0])', false],
  ['attribute_exists(elements.x)', false],
  ['attribute_exists(greeting.x)', false],
  ['elements[1] = :2', true],
  // junctions
  ['five = :5 OR five = :4 AND five = :6', true],
  ['(five = :5 OR five = :4) AND five = :6', false],
  ['NOT five = :4 AND five = :6', false],
  ['NOT NOT five = :5', true],
];

describe('evaluateCondition', () => {
  it.each(truthTable)('%s is %j', (text, expected) => {
    expect(evaluate(text, item)).toBe(expected);
  });

  it.each(truthTable.filter(([text]) => text.includes('absent')))('%s is %j where there is no item', (text) => {
    const ofNothing = evaluate(text, undefined);
    expect(ofNothing).toBe(evaluate(text, {}));
    if (!text.includes('NOT')) expect(ofNothing).toBe(text.includes('<>') || text.includes('attribute_not_exists'));
  });

  it('guards a first member only if absence is allowed for', () => {
    expect(evaluate('activeCount < :5', {})).toBe(false);
    expect(evaluate('attribute_not_exists(activeCount) OR activeCount < :5', {})).toBe(true);
  });

  it('takes no property of an object for an attribute', () => {
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
      expect(evaluateCondition({ kind: 'attribute_exists', path: { kind: 'path', elements: [name] } }, {})).toBe(false);
      const stored = nullPrototype([[name, { N: '1' } as AttributeValue]]);
      expect(evaluateCondition({ kind: 'attribute_exists', path: { kind: 'path', elements: [name] } }, stored)).toBe(
        true,
      );
      const nested = { doc: { M: stored } };
      const path = { kind: 'path' as const, elements: ['doc', name] as const };
      expect(evaluateCondition({ kind: 'attribute_exists', path }, nested)).toBe(true);
    }
  });

  it('is the opposite under NOT, and unmoved by a junction around it', () => {
    fc.assert(
      fc.property(arbitraryCondition, arbitraryItem, (condition, stored) => {
        const result = evaluateCondition(condition, stored);
        expect(evaluateCondition({ kind: 'not', condition }, stored)).toBe(!result);
        expect(evaluateCondition({ kind: 'or', conditions: [condition] }, stored)).toBe(result);
        expect(evaluateCondition({ kind: 'and', conditions: [condition, condition] }, stored)).toBe(result);
      }),
    );
  });
});
