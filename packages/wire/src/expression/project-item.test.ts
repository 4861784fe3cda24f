import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeMap } from '../attribute-value/attribute-value.js';
import { equalValues } from '../attribute-value/equal-values.js';
import { arbitraryPath } from '../testing/arbitrary-expressions.js';
import { arbitraryItem, nullPrototype } from '../testing/arbitrary-values.js';
import { parseProjection } from './parser/parse-projection.js';
import { Placeholders } from './parser/placeholders.js';
import { projectItem } from './project-item.js';
import { valueAt } from './value-at.js';

const item: AttributeMap = {
  p: { S: 'id' },
  a: { M: { b: { L: [{ N: '2' }, { N: '4' }, { M: { x: { S: 'hi' }, y: { S: 'yo' } } }] }, c: { N: '5' } } },
  b: { S: 'hello' },
};

const project = (text: string) => {
  const projected = projectItem(parseProjection(text, new Placeholders(undefined, undefined)), item);
  expect('toString' in projected).toBe(false);
  return { ...projected };
};

describe('projectItem', () => {
  it.each<[string, AttributeMap]>([
    ['b', { b: { S: 'hello' } }],
    ['b, p', { b: { S: 'hello' }, p: { S: 'id' } }],
    ['a', { a: item.a ?? { NULL: true } }],
    ['a.c, b', { a: { M: { c: { N: '5' } } }, b: { S: 'hello' } }],
    ['a.b[0]', { a: { M: { b: { L: [{ N: '2' }] } } } }],
    ['a.b[2].y', { a: { M: { b: { L: [{ M: { y: { S: 'yo' } } }] } } } }],
    ['a.b[2].y, a.b[2].x', { a: { M: { b: { L: [{ M: { x: { S: 'hi' }, y: { S: 'yo' } } }] } } } }],
    ['a.b[1], a.b[0]', { a: { M: { b: { L: [{ N: '2' }, { N: '4' }] } } } }],
    ['a.b[0], a.c', { a: { M: { b: { L: [{ N: '2' }] }, c: { N: '5' } } } }],
    ['a.x, a.b[0], x, a.b[3].x', { a: { M: { b: { L: [{ N: '2' }] } } } }],
  ])('%s', (text, expected) => {
    expect(project(text)).toEqual(expected);
  });

  it.each(['x', 'a.b[3]', 'a.x', 'a.x.y', 'a.b[3].x', 'a.b.x', 'a[0]', 'a.b[0].x', 'a.b[0][0]', 'b.x'])(
    'finds nothing at %s',
    (text) => {
      expect(project(text)).toEqual({});
    },
  );

  it('takes no property of an object for an attribute', () => {
    for (const name of ['__proto__', 'constructor']) {
      const projection = [{ kind: 'path' as const, elements: [name] as const }];
      expect(Object.keys(projectItem(projection, {}))).toEqual([]);
      const stored = nullPrototype([[name, { N: '1' }]]);
      expect(Object.keys(projectItem(projection, stored))).toEqual([name]);
    }
  });

  it('gives of one path exactly what is there', () => {
    fc.assert(
      fc.property(arbitraryPath, arbitraryItem, (path, stored) => {
        const value = valueAt(path, stored);
        const [name, ...rest] = path.elements;
        const elements = rest.map((element) => (typeof element === 'number' ? 0 : element));
        const found = valueAt({ kind: 'path', elements: [name, ...elements] }, projectItem([path], stored));
        expect(value === undefined ? found === undefined : found !== undefined && equalValues(found, value)).toBe(true);
      }),
    );
  });
});
