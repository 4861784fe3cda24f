import { createEngine } from '@holdfast/engine';
import fc from 'fast-check';
import { a, entity, table } from 'holdfast';
import { beforeAll, describe, expect, it } from 'vitest';

// Bounds on sort keys, of a table and of an index, beside what they say.

const File = entity('FILE', {
  key: { pk: 'DISK#{disk}', sk: 'FILE#{name}#{seq:3}' },
  attributes: { disk: a.string(), name: a.string(), seq: a.number() },
  indexes: { byName: { pk: 'ON#{disk}', sk: '{name}' } },
});
const Folder = entity('FOLDER', {
  key: { pk: 'DISK#{disk}', sk: 'FOLDER#{name}' },
  attributes: { disk: a.string(), name: a.string() },
});
const disk = table({ name: 'disk', backend: createEngine().backend(), entities: [File, Folder] });
const files = disk.of(File);
const unit = fc.constantFrom('a', 'b', 'c');
const name = fc.string({ minLength: 1, maxLength: 3, unit });
const stored = ['a', 'aa', 'ab', 'abc', 'b', 'ba', 'bb', 'c', 'ca', 'cab'].flatMap((each, index) =>
  [1, 20, 300].slice(0, 1 + (index % 3)).map((seq) => ({ disk: 'd', name: each, seq })),
);
type File = (typeof stored)[number];
const inOrder = (wanted: (file: File) => boolean) => stored.filter(wanted);
/** Negative, zero or positive, by name and then by number, or by name alone. */
const compare = (file: File, to: { readonly name: string; readonly seq?: number }) => {
  if (file.name !== to.name) return file.name < to.name ? -1 : 1;
  return to.seq === undefined ? 0 : file.seq - to.seq;
};
const bound = fc.record({ name, seq: fc.constantFrom(1, 20, 30, 300) }, { requiredKeys: ['name'] });

beforeAll(async () => {
  await disk.createTable();
  for (const file of stored) await files.put(file).send();
  for (const each of ['a', 'b', 'zz']) await disk.of(Folder).put({ disk: 'd', name: each }).send();
});

describe('bounds on a sort key', () => {
  it('hold by whole attributes, as far as they are given', async () => {
    await fc.assert(
      fc.asyncProperty(bound, bound, async (one, other) => {
        const query = () => files.query({ disk: 'd' });
        expect(await query().ge(one).all()).toEqual(inOrder((file) => compare(file, one) >= 0));
        expect(await query().gt(one).all()).toEqual(inOrder((file) => compare(file, one) > 0));
        expect(await query().le(one).all()).toEqual(inOrder((file) => compare(file, one) <= 0));
        expect(await query().lt(one).all()).toEqual(inOrder((file) => compare(file, one) < 0));
        const [low, high] = compare({ disk: 'd', seq: 0, ...one }, other) <= 0 ? [one, other] : [other, one];
        expect(await query().between(low, high).all()).toEqual(
          inOrder((file) => compare(file, low) >= 0 && compare(file, high) <= 0),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('hold on an index, and by the beginning of a text', async () => {
    const names = (found: readonly { readonly name: string }[]) => [...new Set(found.map((file) => file.name))];
    const of = (wanted: (text: string) => boolean) => names(stored).filter(wanted);
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        const query = () => files.index('byName').query({ disk: 'd' });
        expect(names(await query().ge({ name: text }).all())).toEqual(of((each) => each >= text));
        expect(names(await query().gt({ name: text }).all())).toEqual(of((each) => each > text));
        expect(names(await query().le({ name: text }).all())).toEqual(of((each) => each <= text));
        expect(names(await query().lt({ name: text }).all())).toEqual(of((each) => each < text));
        expect(names(await query().beginsWith({ name: text }).all())).toEqual(of((each) => each.startsWith(text)));
        expect(await files.query({ disk: 'd' }).beginsWith({ name: text }).all()).toEqual(
          inOrder((file) => file.name.startsWith(text)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('begin with texts only, in the order of the key', () => {
    const query = () => files.query({ disk: 'd' });
    const refused = 'beginsWith() takes the first attributes of "FILE#{name}#{seq:3}", the last of them a text';
    expect(() => query().beginsWith({ name: 'a', seq: 1 })).toThrow(refused);
    expect(() => query().beginsWith({})).toThrow(refused);
    expect(() => query().beginsWith({ seq: 1 })).toThrow(refused);
    expect(() => query().beginsWith({ name: 'a' }).ge({ name: 'b' })).toThrow('takes one bound on the sort key');
  });
});
