import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import { arbitraryUpdate } from '../testing/arbitrary-expressions.js';
import { arbitraryItem, nullPrototype } from '../testing/arbitrary-values.js';
import { applyUpdate } from './apply-update.js';
import { ExpressionError } from './expression-error.js';
import { parseUpdate } from './parser/parse-update.js';
import { Placeholders } from './parser/placeholders.js';

const list = (...texts: string[]): AttributeValue => ({ L: texts.map((S) => ({ S })) });
const item: AttributeMap = {
  pk: { S: 'id' },
  n: { N: '10' },
  t: { S: 'hi' },
  l: list('a', 'b', 'c', 'd', 'e', 'f'),
  m: { M: { x: { N: '1' }, y: { M: { z: { S: 'deep' } } }, l: list('p', 'q') } },
  ss: { SS: ['a', 'b'] },
  ns: { NS: ['1', '2.5'] },
  bs: { BS: [Uint8Array.of(1)] },
  le: { L: [{ SS: ['a'] }, { N: '1' }] },
};
const values: AttributeMap = {
  ':1': { N: '1' },
  ':5': { N: '5' },
  ':s': { S: 'new' },
  ':s2': { S: 'two' },
  ':s3': { S: 'three' },
  ':l': list('x', 'y'),
  ':a': { SS: ['a'] },
  ':ab': { SS: ['a', 'b'] },
  ':bc': { SS: ['b', 'c'] },
  ':n': { NS: ['2.50', '3'] },
  ':b': { BS: [Uint8Array.of(1), Uint8Array.of(2)] },
  ':e': { M: {} },
};

const update = (text: string, of: AttributeMap = item) =>
  applyUpdate(parseUpdate(text, new Placeholders({}, values)), of);

const changes: [string, { readonly [name: string]: AttributeValue | undefined }][] = [
  ['SET t = :s', { t: { S: 'new' } }],
  ['SET fresh = :s', { fresh: { S: 'new' } }],
  ['SET t = n, n = t', { t: { N: '10' }, n: { S: 'hi' } }],
  ['SET dup = m.y.z', { dup: { S: 'deep' } }],
  ['SET dup = l[1]', { dup: { S: 'b' } }],
  ['SET n = n + :5', { n: { N: '15' } }],
  ['SET n = :5 - n', { n: { N: '-5' } }],
  ['SET n = n + n', { n: { N: '20' } }],
  ['SET n = if_not_exists(n, :1)', {}],
  ['SET k = if_not_exists(k, :1)', { k: { N: '1' } }],
  ['SET k = if_not_exists(k, n)', { k: { N: '10' } }],
  ['SET k = if_not_exists(k, :1) + :5', { k: { N: '6' } }],
  ['SET k = if_not_exists(j, if_not_exists(n, :1))', { k: { N: '10' } }],
  [
    'SET m.l = list_append(m.l, :l)',
    { m: { M: { x: { N: '1' }, y: { M: { z: { S: 'deep' } } }, l: list('p', 'q', 'x', 'y') } } },
  ],
  ['SET k = list_append(:l, if_not_exists(k, :l))', { k: list('x', 'y', 'x', 'y') }],
  ['SET m.x = :s, m.w = :s2 REMOVE m.y', { m: { M: { x: { S: 'new' }, w: { S: 'two' }, l: list('p', 'q') } } }],
  ['SET l[1] = :s', { l: list('a', 'new', 'c', 'd', 'e', 'f') }],
  ['SET l[84] = :s, l[37] = :s2, l[17] = :s3', { l: list('a', 'b', 'c', 'd', 'e', 'f', 'three', 'two', 'new') }],
  ['REMOVE t', { t: undefined }],
  ['REMOVE gone', {}],
  ['REMOVE m.gone', {}],
  ['REMOVE l[17]', {}],
  ['REMOVE l[1]', { l: list('a', 'c', 'd', 'e', 'f') }],
  ['REMOVE l[0], l[2], l[5]', { l: list('b', 'd', 'e') }],
  ['REMOVE l[5], l[0]', { l: list('b', 'c', 'd', 'e') }],
  ['REMOVE l[1] SET l[3] = :s', { l: list('a', 'c', 'new', 'e', 'f') }],
  ['SET l[3] = :s, l[9] = :s2 REMOVE l[1]', { l: list('a', 'c', 'new', 'e', 'f', 'two') }],
  ['REMOVE t SET dup = t', { t: undefined, dup: { S: 'hi' } }],
  ['ADD n :5', { n: { N: '15' } }],
  ['ADD k :5', { k: { N: '5' } }],
  ['ADD m.x :5', { m: { M: { x: { N: '6' }, y: { M: { z: { S: 'deep' } } }, l: list('p', 'q') } } }],
  ['ADD m.k :5', { m: { M: { x: { N: '1' }, y: { M: { z: { S: 'deep' } } }, l: list('p', 'q'), k: { N: '5' } } } }],
  ['ADD le[1] :5', { le: { L: [{ SS: ['a'] }, { N: '6' }] } }],
  ['ADD ss :bc', { ss: { SS: ['a', 'b', 'c'] } }],
  ['ADD ns :n', { ns: { NS: ['1', '2.5', '3'] } }],
  ['ADD bs :b', { bs: { BS: [Uint8Array.of(1), Uint8Array.of(2)] } }],
  ['ADD k :a', { k: { SS: ['a'] } }],
  ['DELETE ss :a', { ss: { SS: ['b'] } }],
  ['DELETE ss :bc', { ss: { SS: ['a'] } }],
  ['DELETE ss :ab', { ss: undefined }],
  ['DELETE ns :n', { ns: { NS: ['1'] } }],
  ['DELETE bs :b', { bs: undefined }],
  ['DELETE k :a', {}],
  ['DELETE le[0] :a', { le: { L: [{ N: '1' }] } }],
  ['DELETE m.k :a', {}],
  ['SET k = :e', { k: { M: {} } }],
];

const missing = 'The provided expression refers to an attribute that does not exist in the item';
const wrongType = 'An operand in the update expression has an incorrect data type';
const invalidPath = 'The document path provided in the update expression is invalid for update';
const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range';
const refusals: [string, string][] = [
  ['SET a = b', missing],
  ['SET x = :s, y = x', missing],
  ['SET z = z', missing],
  ['SET a = m.gone', missing],
  ['SET a = list_append(b, :l)', missing],
  ['SET a = b + :1', missing],
  ['SET a = t + :1', wrongType],
  ['SET a = m - :1', wrongType],
  ['SET a = list_append(t, :l)', wrongType],
  ['SET a = if_not_exists(t, :1) + :1', wrongType],
  ['ADD t :1', wrongType],
  ['ADD n :a', wrongType],
  ['ADD ss :n', wrongType],
  ['ADD l :a', wrongType],
  ['DELETE ss :n', wrongType],
  ['DELETE n :a', wrongType],
  ['SET t.x = :s', invalidPath],
  ['SET l.x = :s', invalidPath],
  ['SET gone.x = :s', invalidPath],
  ['SET m[0] = :s', invalidPath],
  ['SET gone[0] = :s', invalidPath],
  ['SET m.y.gone.z = :s', invalidPath],
  ['REMOVE t.x', invalidPath],
  ['REMOVE gone[0]', invalidPath],
  ['ADD gone.x :1', invalidPath],
  ['ADD l.x :1', invalidPath],
  ['DELETE gone.x :a', invalidPath],
  ['DELETE m[1] :a', invalidPath],
  ['SET l[9].x = :s', invalidPath],
];

function deepFreeze<Value>(value: Value): Value {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

describe('applyUpdate', () => {
  it.each(changes)('%s', (text, changed) => {
    const expected = Object.entries({ ...item, ...changed }).filter(([, value]) => value !== undefined);
    const result = update(text);
    expect({ ...result }).toEqual(Object.fromEntries(expected));
    expect('toString' in result).toBe(false);
  });

  it.each(refusals)('%s is refused', (text, message) => {
    expect(() => update(text)).toThrow(new ExpressionError(message));
  });

  it('refuses a sum that no number holds', () => {
    const stored = { pk: { S: 'id' }, n: { N: '1e50' } };
    expect(() => update('SET n = n + :1', stored)).toThrow(new ExpressionError(overflow));
    expect(() => update('ADD n :1', stored)).toThrow(new ExpressionError(overflow));
  });

  it('refuses paths that overlap or conflict, also in an update built by hand', () => {
    const set = (...paths: [string, ...(string | number)[]][]) => ({
      set: paths.map((elements) => ({
        path: { kind: 'path' as const, elements },
        value: { kind: 'value' as const, value: { N: '1' } },
      })),
      remove: [],
      add: [],
      delete: [],
    });
    expect(() => applyUpdate(set(['m', 'x'], ['m']), item)).toThrow(
      'Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, x], path two: [m]',
    );
    expect(() => applyUpdate(set(['m', 'x'], ['m', 0]), item)).toThrow(
      'Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [m, x], path two: [m, [0]]',
    );
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty'])('treats %s as an attribute like any other', (name) => {
    const run = (text: string, of: AttributeMap) =>
      applyUpdate(parseUpdate(text, new Placeholders({ '#n': name }, values)), of);
    const created = run('SET #n = :s', { pk: { S: 'id' } });
    expect(Object.keys(created)).toEqual(['pk', name]);
    expect('toString' in created).toBe(false);
    expect(run('REMOVE #n', created)).toEqual(nullPrototype([['pk', { S: 'id' }]]));
    expect(() => run('SET a = #n', { pk: { S: 'id' } })).toThrow(missing);
    expect(() => run('SET #n.x = :s', { pk: { S: 'id' } })).toThrow(invalidPath);
    const nested = run('SET m.#n = :s', { m: { M: {} } });
    expect(nested.m).toEqual({ M: nullPrototype([[name, { S: 'new' }]]) });
  });

  it('never changes the item it is given, and leaves what no path touches', () => {
    fc.assert(
      fc.property(arbitraryUpdate, arbitraryItem, (change, stored) => {
        const frozen = deepFreeze(stored);
        let result: AttributeMap;
        try {
          result = applyUpdate(change, frozen);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          return;
        }
        const touched = new Set([...change.set, ...change.add, ...change.delete].map(({ path }) => path.elements[0]));
        for (const path of change.remove) touched.add(path.elements[0]);
        for (const name of new Set([...Object.keys(frozen), ...Object.keys(result)])) {
          if (!touched.has(name)) expect(result[name]).toBe(frozen[name]);
        }
      }),
    );
  });
});
