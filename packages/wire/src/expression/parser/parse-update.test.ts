import { describe, expect, it } from 'vitest';
import type { AttributeMap } from '../../attribute-value/attribute-value.js';
import { ExpressionError } from '../expression-error.js';
import { parseUpdate } from './parse-update.js';
import { Placeholders } from './placeholders.js';

const values: AttributeMap = {
  ':n': { N: '1' },
  ':s': { S: 'a' },
  ':b': { B: new Uint8Array() },
  ':bool': { BOOL: true },
  ':null': { NULL: true },
  ':ss': { SS: ['a'] },
  ':ns': { NS: ['1'] },
  ':bs': { BS: [new Uint8Array()] },
  ':m': { M: {} },
  ':l': { L: [] },
};
const names = { '#a': 'a', '#b': 'b', '#c': 'c', '#3': '[3]', '#status': 'status' };
const parse = (text: string) => parseUpdate(text, new Placeholders(names, values));
const path = (...elements: (string | number)[]) => ({ kind: 'path', elements });
const value = (name: string) => ({ kind: 'value', value: values[name] });
const refusal = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
    return (error as ExpressionError).message;
  }
  return 'accepted';
};

describe('parseUpdate', () => {
  it('reads clauses in any order and case', () => {
    expect(parse(' remove x, y[1] sEt #a = :n,b.c=(d) ADD n :n, s :ss DELETE t :ns ')).toEqual({
      set: [
        { path: path('a'), value: value(':n') },
        { path: path('b', 'c'), value: path('d') },
      ],
      remove: [path('x'), path('y', 1)],
      add: [
        { path: path('n'), value: value(':n') },
        { path: path('s'), value: value(':ss') },
      ],
      delete: [{ path: path('t'), value: value(':ns') }],
    });
  });

  it.each<[string, unknown]>([
    ['b + :n', { kind: 'arithmetic', operator: '+', left: path('b'), right: value(':n') }],
    [':n-b', { kind: 'arithmetic', operator: '-', left: value(':n'), right: path('b') }],
    ['(b + c)', { kind: 'arithmetic', operator: '+', left: path('b'), right: path('c') }],
    ['((b.c)+(e))', { kind: 'arithmetic', operator: '+', left: path('b', 'c'), right: path('e') }],
    ['if_not_exists(b, :n)', { kind: 'if_not_exists', path: path('b'), fallback: value(':n') }],
    [
      'if_not_exists(b, if_not_exists(c, :n)) + :n',
      {
        kind: 'arithmetic',
        operator: '+',
        left: {
          kind: 'if_not_exists',
          path: path('b'),
          fallback: { kind: 'if_not_exists', path: path('c'), fallback: value(':n') },
        },
        right: value(':n'),
      },
    ],
    [
      'list_append(if_not_exists(b, :l), (:l))',
      {
        kind: 'list_append',
        first: { kind: 'if_not_exists', path: path('b'), fallback: value(':l') },
        second: value(':l'),
      },
    ],
  ])('SET a = %s', (text, tree) => {
    expect(parse(`SET a = ${text}`).set).toEqual([{ path: path('a'), value: tree }]);
  });

  it.each([
    'whatever',
    'set a',
    'add a',
    'delete a',
    'set',
    'set a=set',
    'remove a = b',
    'add a = b',
    'delete a = b',
    'delete a b',
    'delete a if_not_exist(b)',
    'add abort b',
    'add a if_not_exist(b)',
    'add a (:n)',
    'remove a b',
    'set a b',
    'set :a = b',
    'add :a b',
    'delete :a b',
    'remove :a',
    'set a = b / c',
    'set a = b * c',
    'set a[1] = "eight"',
    'set a[1] = 1',
    'SET a = if_not_exist(a, 100)',
    'SET if_not_exist(a, b) = a',
    'set (a = (b + c))',
    'set a = (b.c).d + e',
    'set a = (b.c)[0] + e',
    'set a = b + c + d',
    'set a = (b + c) + d',
    'set a = if_not_exists(b, c + d)',
    'set a = :n, ',
    'set a.set = :n',
    'set a[:n] = :n',
    'set 1a = :n',
    'set a = _f(b, c)',
    'set a = :n; remove b',
  ])('finds the fault in the syntax of %s', (text) => {
    expect(refusal(text)).toMatch(/^Syntax error; token: ".+", near: ".+"$/);
  });

  it.each([
    ['INVALID SYNTAX HERE', 'Syntax error; token: "INVALID", near: "INVALID SYNTAX"'],
    ['ADD hits : incr', 'Syntax error; token: ":", near: "hits : incr"'],
    ['SET a = :n, b updated =', 'Syntax error; token: "updated", near: "b updated ="'],
    ['SET a = :n, #, b', 'Syntax error; token: "#", near: ", #,"'],
    ['SET a = :n,', 'Syntax error; token: "<EOF>", near: ","'],
    ['SET _123 = :n', 'Syntax error; token: "_", near: "SET _123"'],
  ])('shows the token of %s between its neighbours', (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it.each([
    ['', 'The expression can not be empty;'],
    ['set a = ((b))', 'The expression has redundant parentheses;'],
    [' set #c = :c set abOrt = true ', 'Attribute name is a reserved keyword; reserved keyword: abOrt'],
    [' remove Absolute ', 'Attribute name is a reserved keyword; reserved keyword: Absolute'],
    ['set #c = if_not_exist(:c) set c = d', 'Invalid function name; function: if_not_exist'],
    ['set a = LIST_APPEND(:l, :l)', 'Invalid function name; function: LIST_APPEND'],
    ['set a = f(b,c,d)', 'Invalid function name; function: f'],
    ['set a = size(b)', 'The function is not allowed to be used this way in an expression; function: size'],
    [
      'set a = list_append(list_append(:l, :l), :l)',
      'The function is not allowed to be used this way in an expression; function: list_append',
    ],
    ['set a = #c set c = :d', 'The "SET" section can only be used once in an update expression;'],
    ['remove #d set a = b remove e', 'The "REMOVE" section can only be used once in an update expression;'],
    ['add #d :e set a = b add e :f', 'The "ADD" section can only be used once in an update expression;'],
    ['delete #d :e set a = b delete #e :f', 'The "DELETE" section can only be used once in an update expression;'],
    [
      'SET #none = if_not_exists(:none)',
      'An expression attribute name used in the document path is not defined; attribute name: #none',
    ],
    [
      'SET #a = :none, b = #none',
      'An expression attribute name used in the document path is not defined; attribute name: #none',
    ],
    [
      'SET #a = if_not_exists(:none)',
      'An expression attribute value used in expression is not defined; attribute value: :none',
    ],
    [
      'set a = if_not_exists(c)',
      'Incorrect number of operands for operator or function; operator or function: if_not_exists, number of operands: 1',
    ],
    [
      'set a = list_append(:l, :l, :l)',
      'Incorrect number of operands for operator or function; operator or function: list_append, number of operands: 3',
    ],
    [
      'set a = if_not_exists(:s, c)',
      'Operator or function requires a document path; operator or function: if_not_exists',
    ],
    [
      'set a = if_not_exists(if_not_exists(a, b), c)',
      'Operator or function requires a document path; operator or function: if_not_exists',
    ],
    [`set a = ${'f('.repeat(1000)}b${')'.repeat(1000)}`, 'Invalid function name; function: f'],
    [`set a = ${'('.repeat(4000)}b`, 'The expression has redundant parentheses;'],
  ])('refuses %s', (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it.each([
    ['set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a)', 'overlap', '[c, [1], a]', '[c]'],
    ['set #c[3].#3 = a, #c[3] = a', 'overlap', '[c, [3], [3]]', '[c, [3]]'],
    ['SET a = :s REMOVE a', 'overlap', '[a]', '[a]'],
    ['REMOVE a SET #a = :s', 'overlap', '[a]', '[a]'],
    ['ADD a :n, a.b :n', 'overlap', '[a]', '[a, b]'],
    ['set #c[3].#3 = a, #c.#3[3] = if_not_exists(a)', 'conflict', '[c, [3], [3]]', '[c, [3], [3]]'],
    ['remove a.#c set a[1] = #3', 'conflict', '[a, c]', '[a, [1]]'],
  ])('%s: the paths %s', (text, relation, first, second) => {
    expect(refusal(text)).toBe(
      `Two document paths ${relation} with each other; must remove or rewrite one of these paths; ` +
        `path one: ${first}, path two: ${second}`,
    );
  });

  it('lets paths that are apart stand together', () => {
    expect(refusal('SET a.b = :n, a.c.d = :s, b.x = :n, l[0] = :n, l[1].x = :n REMOVE a.x, b.y')).toBe('accepted');
  });

  it.each([
    ['set b = list_append(:s, a), c = if_not_exists(a) add a.b :s', 'ADD', 'STRING'],
    ['delete a.b :s', 'DELETE', 'STRING'],
    ['add a.b :null', 'ADD', 'NULL'],
    ['delete a.b :bool', 'DELETE', 'BOOLEAN'],
    ['add a.b :b', 'ADD', 'BINARY'],
    ['delete a.b :m', 'DELETE', 'MAP'],
    ['add a.b :l', 'ADD', 'LIST'],
    ['delete a.b :n', 'DELETE', 'NUMBER'],
  ])('knows that the value of %s does not fit %s', (text, operator, type) => {
    expect(refusal(text)).toBe(
      `Incorrect operand type for operator or function; operator: ${operator}, operand type: ${type}`,
    );
  });

  it.each([
    ['list_append(:s, a)', 'list_append', 'S'],
    ['list_append(a, :n)', 'list_append', 'N'],
    ['list_append(:m, a)', 'list_append', 'M'],
    ['a + :s', '+', 'S'],
    [':s + :b', '+', 'S'],
    [':b + a', '+', 'B'],
    ['a + :ss', '+', 'SS'],
    ['a - :ns', '-', 'NS'],
    ['a - :bool', '-', 'BOOL'],
    [':null - a', '-', 'NULL'],
    ['a - :bs', '-', 'BS'],
    ['a - :l', '-', 'L'],
  ])('knows that the types of SET x = %s do not fit %s', (text, operator, type) => {
    expect(refusal(`SET x = ${text}`)).toBe(
      `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`,
    );
  });
});
