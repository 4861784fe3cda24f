import { describe, expect, it } from 'vitest';
import type { AttributeMap } from '../../attribute-value/attribute-value.js';
import { ExpressionError } from '../expression-error.js';
import { parseCondition } from './parse-condition.js';
import { Placeholders } from './placeholders.js';

const names = { '#a': 'a', '#b': 'b', '#proto': '__proto__' };
const value = { kind: 'value', value: { N: '1' } };
const path = (...elements: (string | number)[]) => ({ kind: 'path', elements });
const parse = (text: string, values: AttributeMap = { ':1': { N: '1' }, ':2': { N: '2' } }) =>
  parseCondition(text, new Placeholders(names, values));
const refusal = (text: string, values?: AttributeMap): string => {
  try {
    parse(text, values);
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
    return (error as ExpressionError).message;
  }
  return 'accepted';
};

describe('parseCondition', () => {
  it.each<[string, unknown]>([
    ['a = :1', { kind: 'comparison', operator: '=', left: path('a'), right: value }],
    [' a<>:1 ', { kind: 'comparison', operator: '<>', left: path('a'), right: value }],
    [
      'A1_b.c[0][1].#proto>=:1',
      { kind: 'comparison', operator: '>=', left: path('A1_b', 'c', 0, 1, '__proto__'), right: value },
    ],
    ['a [ 0 ] . b <= :1', { kind: 'comparison', operator: '<=', left: path('a', 0, 'b'), right: value }],
    ['(a) = (:1)', { kind: 'comparison', operator: '=', left: path('a'), right: value }],
    ['(b.c).d = :1', { kind: 'comparison', operator: '=', left: path('b', 'c', 'd'), right: value }],
    ['(size(a)) > :1', { kind: 'comparison', operator: '>', left: { kind: 'size', of: path('a') }, right: value }],
    ['(a)between(b)and(c)', { kind: 'between', operand: path('a'), low: path('b'), high: path('c') }],
    ['a iN (b, (c), :1)', { kind: 'in', operand: path('a'), candidates: [path('b'), path('c'), value] }],
    ['(attribute_exists(a))', { kind: 'attribute_exists', path: path('a') }],
    ['attribute_not_exists (#a)', { kind: 'attribute_not_exists', path: path('a') }],
    ['contains((a), :1)', { kind: 'contains', operand: path('a'), argument: value }],
    ['nOt attribute_exists(a)', { kind: 'not', condition: { kind: 'attribute_exists', path: path('a') } }],
  ])('%s', (text, tree) => {
    expect(parse(text)).toEqual(tree);
  });

  it('groups by precedence, and by parentheses where there are', () => {
    const leaf = (name: string) => ({ kind: 'attribute_exists', path: path(name) });
    const [a, b, c] = ['a', 'b', 'c'].map(leaf);
    const [x, y, z] = ['a', 'b', 'c'].map((name) => `attribute_exists(${name})`);
    const [or, and] = ['or', 'and'].map((kind) => (...conditions: unknown[]) => ({ kind, conditions }));
    expect(parse(`${x} OR ${y} AND ${z}`)).toEqual(or?.(a, and?.(b, c)));
    expect(parse(`(${x} OR ${y}) and ${z}`)).toEqual(and?.(or?.(a, b), c));
    expect(parse(`NOT ${x} AND ${y} AND ${z}`)).toEqual(and?.({ kind: 'not', condition: a }, b, c));
    expect(parse(`NOT (${x} AND ${y})`)).toEqual({ kind: 'not', condition: and?.(a, b) });
    expect(parse(`(${x} AND (${y}))`)).toEqual(and?.(a, b));
    expect(parse('b BETWEEN a AND c AND a < b')).toMatchObject({ kind: 'and', conditions: { length: 2 } });
  });

  it.each([
    'things are not gonna be ok',
    'a > 4',
    'attribute_exists(Pictures-RearView)',
    'attribute_exists("Pictures.RearView")',
    'attribute_exists(Pictures..RearView)',
    'attribute_exists(Pi#ctures.RearView)',
    'attribute_exists(asdf[a])',
    'attribute_exists()',
    'a in b, c',
    'a > between',
    'a in b',
    'a in ()',
    'a in (b,c,)',
    '(a)between(b.(c.d))and(c)',
    '(a)between(b.c.d)and((c)',
    '#$.b > a',
    'a > :things.stuff',
    'b[:a] > a',
    'b[#_] > a',
    'ü > a',
    '(a)between(b.c[4.5].#d)and(:a)',
    'size(a).b > a',
    '(size(a)).b > a',
    'size(a)[0] > a',
    '(size(a))[0] > a',
    '_hidden = b',
    'a = b = c',
    'a = b c = d',
    'a',
    ':1',
    '(a)',
    'NOT a',
    'NOT (a)',
    'a AND b = c',
    'b = c OR a',
    'AND a = b',
    'a = b AND',
    'a = b)',
    '(a = b) = c',
    'a = (b = c)',
    'a = # b',
    'a b',
    '[0] = a',
  ])('finds the fault in the syntax of %s', (text) => {
    expect(refusal(text)).toMatch(/^Syntax error; token: ".+", near: ".+"$/);
  });

  it.each([
    ['a = b AND', 'Syntax error; token: "<EOF>", near: "AND"'],
    ['things  are not', 'Syntax error; token: "are", near: "things  are not"'],
    ['([1] = a', 'Syntax error; token: "[", near: "([1"'],
    ['a = 𝄞b', 'Syntax error; token: "𝄞", near: "= 𝄞b"'],
    ['!!!', 'Syntax error; token: "!", near: "!!"'],
    ['a = b AND __x = c', 'Syntax error; token: "_", near: "AND __"'],
  ])('shows the token of %s between its neighbours', (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it.each(['', ' ', '\t\r\n'])('refuses %j as empty', (text) => {
    expect(refusal(text)).toBe('The expression can not be empty;');
  });

  it.each([
    'a=a and a > ((views))',
    '(a)between(((b.c)).d)and(c)',
    'a > whatever((:things), ((a)))',
    'a=a AND ((a=a AND a=a)) AND a=a',
    'a=a OR ((a=a OR a=a)) OR a=a',
    'a=a AND ((a=a AND (a=a AND a=a)))',
    '((a = b)) AND ((c = d))',
    '((attribute_exists(a)))',
  ])('finds parentheses directly in parentheses in %s', (text) => {
    expect(refusal(text)).toBe('The expression has redundant parentheses;');
  });

  it.each([
    ['a=a and whatever((:things)) > a', 'Invalid function name; function: whatever'],
    ['attRIbute_exIsts((views), #a)', 'Invalid function name; function: attRIbute_exIsts'],
    ['toString(a) = b', 'Invalid function name; function: toString'],
  ])('knows no function of %s', (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it.each([
    ['a=a and attribute_exists((views), (#a)) > b', 'attribute_exists'],
    ['attribute_not_exists(things) > b', 'attribute_not_exists'],
    ['attribute_type(things, :a) > b', 'attribute_type'],
    ['begins_with(things, a) > b', 'begins_with'],
    ['contains(:things, c) > b', 'contains'],
    ['size(contains(a, b)) > a', 'contains'],
    ['size(things)', 'size'],
    ['NOT size(things)', 'size'],
    ['a between b and attribute_exists(things)', 'attribute_exists'],
    ['a in (b, attribute_exists(things))', 'attribute_exists'],
    ['if_not_exists(a, b) = c', 'if_not_exists'],
    ['list_append(a, b)', 'list_append'],
  ])('finds a function out of place in %s', (text, name) => {
    expect(refusal(text)).toBe(`The function is not allowed to be used this way in an expression; function: ${name}`);
  });

  it.each([
    ['attribute_exists(views, #a)', 'views'],
    [':a < abOrT', 'abOrT'],
    ['a.b.Status = c', 'Status'],
  ])('finds the reserved word in %s', (text, word) => {
    expect(refusal(text)).toBe(`Attribute name is a reserved keyword; reserved keyword: ${word}`);
  });

  it.each([
    ['attribute_exists(#Pictures.RearView, :a) and a=a', '#Pictures'],
    ['begins_with(Pictures.#RearView)', '#RearView'],
    ['(#P between :lo and :hi) and (#PC in (:cat1, :cat2))', '#P'],
    ['#4g > a', '#4g'],
    ['#_ > a', '#_'],
    ['(a)between(b.c[45].#d)and(:a)', '#d'],
  ])('misses the name in %s', (text, name) => {
    expect(refusal(text)).toBe(
      `An expression attribute name used in the document path is not defined; attribute name: ${name}`,
    );
  });

  it.each([
    ['begins_with(:hello, #a, #b)', ':hello'],
    [':a < :b', ':a'],
    [':_ > a', ':_'],
    ['a = :constructor', ':constructor'],
  ])('misses the value in %s', (text, name) => {
    expect(refusal(text)).toBe(
      `An expression attribute value used in expression is not defined; attribute value: ${name}`,
    );
  });

  it.each([
    ['attribute_exists(things, a) and a=a', 'attribute_exists', 2],
    ['attribute_not_exists(things, b)', 'attribute_not_exists', 2],
    ['attribute_type(things)', 'attribute_type', 1],
    ['begins_with(things)', 'begins_with', 1],
    ['begins_with(things, size(a), b)', 'begins_with', 3],
    ['contains(things)', 'contains', 1],
    ['size(things, a) > b', 'size', 2],
  ])('counts the operands of %s', (text, name, count) => {
    expect(refusal(text)).toBe(
      `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${count}`,
    );
  });

  it.each<[string, string, AttributeMap[string], string]>([
    ['attribute_type(a, size(a)) and a=a', 'attribute_type', { N: '1' }, 'N'],
    ['attribute_type(a, :a)', 'attribute_type', { N: '1' }, 'N'],
    ['attribute_type(a, :a)', 'attribute_type', { SS: ['S'] }, 'SS'],
    ['attribute_type(a, b)', 'attribute_type', { N: '1' }, '{NS,SS,L,BS,N,M,B,BOOL,NULL,S}'],
    ['begins_with(a, size(a)) and a=:a', 'begins_with', { N: '1' }, 'N'],
    ['begins_with(a, :a)', 'begins_with', { N: '1' }, 'N'],
    ['begins_with(a, :a)', 'begins_with', { L: [] }, 'L'],
    ['begins_with(:a, a)', 'begins_with', { BOOL: true }, 'BOOL'],
    ['begins_with(:a, a)', 'begins_with', { M: {} }, 'M'],
    ['size(size(a)) > :a', 'size', { N: '1' }, 'N'],
    ['attribute_not_exists(size(:a))', 'size', { N: '1' }, 'N'],
    ['size(:a) > a', 'size', { BOOL: true }, 'BOOL'],
    ['size(:a) > a', 'size', { NULL: true }, 'NULL'],
    ['a < :a', '<', { L: [] }, 'L'],
    [':a >= a', '>=', { BOOL: true }, 'BOOL'],
    ['a BETWEEN b AND :a', 'BETWEEN', { M: {} }, 'M'],
    ['a BETWEEN :a AND :a', 'BETWEEN', { BOOL: false }, 'BOOL'],
  ])('knows that the types of %s do not fit %s', (text, name, operand, type) => {
    expect(refusal(text, { ':a': operand })).toBe(
      `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`,
    );
  });

  it.each([
    ['attribute_exists(:a) and a=a', 'attribute_exists'],
    ['attribute_not_exists(size(:a))', 'attribute_not_exists'],
    ['attribute_exists(size(a))', 'attribute_exists'],
  ])('demands a path in %s', (text, name) => {
    expect(refusal(text, { ':a': { S: '1' } })).toBe(
      `Operator or function requires a document path; operator or function: ${name}`,
    );
  });

  it('knows the names of the types', () => {
    expect(refusal('attribute_type(a, :a)', { ':a': { S: 'DOG' } })).toBe(
      'Invalid attribute type name found; type: DOG, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}',
    );
  });

  it.each([
    ['a = a AND #a = b AND :views > a', '=', '[a]'],
    ['#a <> a', '<>', '[a]'],
    ['a > #a', '>', '[a]'],
    ['((a=a) OR (a=a))', '=', '[a]'],
    ['contains(ab.bc[1].a, ab.bc[1].#a)', 'contains', '[ab, bc, [1], a]'],
    ['attribute_type(ab.bc[1].#a, ab.bc[1].a)', 'attribute_type', '[ab, bc, [1], a]'],
    ['begins_with(ab.bc[1].a, ab.bc[1].#a)', 'begins_with', '[ab, bc, [1], a]'],
  ])('finds an operand compared with itself in %s', (text, operator, first) => {
    expect(refusal(text)).toBe(
      'The first operand must be distinct from the remaining operands for this operator or function; ' +
        `operator: ${operator}, first operand: ${first}`,
    );
  });

  it('lets a value be compared with itself', () => {
    expect(refusal(':1 = :1')).toBe('accepted');
  });

  it('holds the bounds of BETWEEN against each other', () => {
    expect(refusal('a between :b and :a', { ':a': { S: 'a' }, ':b': { N: '1' } })).toBe(
      'The BETWEEN operator requires same data type for lower and upper bounds; ' +
        'lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:a}',
    );
    expect(refusal('a between :b and :a', { ':a': { S: 'a' }, ':b': { S: 'b' } })).toBe(
      'The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ' +
        'lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: {S:a}',
    );
    expect(refusal('a between :b and :a', { ':a': { N: '10' }, ':b': { N: '9' } })).toBe('accepted');
    expect(refusal('a between :a and :a', { ':a': { N: '10' } })).toBe('accepted');
  });

  it('names of several faults the one that the service names', () => {
    expect(refusal('((a=b)) AND whatever(status)')).toMatch(/redundant parentheses/);
    expect(refusal('status = b AND whatever(c)')).toMatch(/Invalid function name/);
    expect(refusal('status = b AND size(c)')).toMatch(/not allowed to be used this way/);
    expect(refusal('a = :none AND status = b')).toMatch(/reserved keyword/);
    expect(refusal('a = a AND b = :none')).toMatch(/must be distinct/);
    expect(refusal('begins_with(:none) AND a = b')).toMatch(/not defined/);
  });

  it('takes at most 100 candidates, 300 operators, 32 elements of a path and 4096 bytes', () => {
    const candidates = (count: number) => `a IN (${Array(count).fill(':1').join(',')})`;
    expect(refusal(candidates(100))).toBe('accepted');
    expect(refusal(candidates(101))).toBe(
      'The IN operator is provided with too many operands; number of operands: 101',
    );

    const nested = (depth: number) => `a<b ${'or (a<b '.repeat(depth)}${')'.repeat(depth)}`;
    const tooMany = 'The expression contains too many operators; operator count: 301';
    expect(refusal(nested(149))).toBe('accepted');
    expect(refusal(nested(150))).toBe(tooMany);
    expect(refusal(`a<b${' or a<b'.repeat(149)}`)).toBe('accepted');
    expect(refusal(`${'not '.repeat(300)}a<b`)).toBe(tooMany);

    const deep = (elements: number) => `attribute_exists(a${'.a'.repeat(elements - 1)})`;
    expect(refusal(deep(32))).toBe('accepted');
    expect(refusal(deep(33))).toBe('The document path has too many nesting elements; nesting levels: 33');
    expect(refusal('a[99999999999] = b')).toBe('List index is not within the allowable range; index: [99999999999]');

    expect(refusal(`a${' '.repeat(4096 - 4)}= b`)).toBe('accepted');
    expect(refusal(`a${' '.repeat(4096 - 3)}= b`)).toBe(
      'Expression size has exceeded the maximum allowed size; expression size: 4097',
    );
  });

  it.each([
    ['(', /redundant parentheses|Syntax error/],
    ['f(', /Invalid function name|Syntax error/],
    ['size(', /Incorrect operand type|Syntax error/],
    ['contains(', /not allowed to be used this way|Syntax error/],
    ['not ', /too many operators|Syntax error/],
  ])('survives %s as often as the text allows', (opening, message) => {
    const closing = opening.includes('(') ? ')' : '';
    const depth = Math.floor(4000 / (opening + closing).length);
    for (const end of [closing.repeat(depth), '']) {
      expect(refusal(`${opening.repeat(depth)}a${end}`)).toMatch(message);
      expect(refusal(`a < ${opening.repeat(depth)}b${end}`)).toMatch(message);
    }
  });
});
