import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../errors/usage-errors.js';
import { KeyTemplate } from './key-template.js';
import { shapesMeet } from './shapes-meet.js';

const escaping = { ambiguous: 'escape', foldCase: undefined } as const;
const refusing = { ambiguous: 'refuse', foldCase: undefined } as const;

const text = (values: Readonly<Record<string, string>>) => (name: string) => {
  const value = values[name];
  return value === undefined ? undefined : { S: value };
};
const awkward = fc.string({ minLength: 1, unit: fc.constantFrom('#', '%', '2', '3', 'a', '_', '|', 'é') });

describe('a key template', () => {
  it('puts values in place', () => {
    const template = new KeyTemplate('ORDER#{customer}#{seq:6}', 'ORDER', escaping);
    const key = template.format((name) => (name === 'seq' ? { N: '42' } : { S: 'c1' }));
    expect(key).toBe('ORDER#c1#000042');
  });

  const patterns = ['{x}#{y}', 'A#{x}_y#{y}', '{x}|{y}', '#{x}##{y}#', '{x}2#3{y}', 'a{x}a#a{y}a'];
  it.each(patterns)('never makes one key of two pairs of values: %s', (pattern) => {
    const template = new KeyTemplate(pattern, 'T', escaping);
    fc.assert(
      fc.property(awkward, awkward, awkward, awkward, (x1, y1, x2, y2) => {
        fc.pre(x1 !== x2 || y1 !== y2);
        const [one, other] = [text({ x: x1, y: y1 }), text({ x: x2, y: y2 })];
        expect(template.format(one)).not.toBe(template.format(other));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([...patterns, 'Straße {x}.{y}+', '^{x}$[{y}]'])('tells its values from its keys: %s', (pattern) => {
    const shapes = [new KeyTemplate(pattern, 'T', escaping), new KeyTemplate(pattern, 'T', refusing)];
    const any = fc.oneof(awkward, fc.string({ minLength: 1, unit: 'binary' }));
    fc.assert(
      fc.property(any, any, fc.constantFrom(...shapes), (x, y, template) => {
        let key: string;
        try {
          key = template.format(text({ x, y }));
        } catch {
          return;
        }
        expect(Object.fromEntries(template.valuesIn(key) ?? [])).toEqual({ x, y });
      }),
      { numRuns: 1_000 },
    );
  });

  it('has every key that it makes in its shape, however values are written', () => {
    const styles = fc.record({
      ambiguous: fc.constantFrom('escape' as const, 'refuse' as const, 'allow' as const),
      foldCase: fc.constantFrom(undefined, 'lower' as const, 'upper' as const),
    });
    const any = fc.oneof(awkward, fc.string({ minLength: 1, unit: 'binary' }), fc.constantFrom('İ', 'ẞ', 'ΑΣ', 'aB|C'));
    fc.assert(
      fc.property(any, any, styles, fc.constantFrom(...patterns, 'e|{x}_{y}'), (x, y, style, pattern) => {
        const template = new KeyTemplate(pattern, 'T', style);
        let key: string;
        try {
          key = template.format(text({ x, y }));
        } catch {
          return;
        }
        expect(shapesMeet(template.shape(), [...key])).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('meets every other template that can make one of its keys', () => {
    const style = fc.record({
      ambiguous: fc.constantFrom('escape' as const, 'refuse' as const, 'allow' as const),
      foldCase: fc.constantFrom(undefined, 'lower' as const, 'upper' as const),
    });
    const short = fc.string({ minLength: 1, maxLength: 2, unit: fc.constantFrom('#', '|', '%', 'a', 'A', '7', 'C') });
    const pattern = fc.constantFrom(
      '{x}',
      'a|{x}',
      'a#{x}',
      'A|{x}',
      '{x}#{y}',
      '{x}|{y}',
      'a|{x}#{y}',
      'a|a',
      '{x}|a',
      'a|7C{x}',
    );
    let met = 0;
    fc.assert(
      fc.property(
        pattern,
        style,
        pattern,
        style,
        fc.array(short, { minLength: 4, maxLength: 4 }),
        (one, first, other, second, [a = '', b = '', c = '', d = '']) => {
          let keys: readonly string[];
          let templates: readonly KeyTemplate[];
          try {
            templates = [new KeyTemplate(one, 'T', first), new KeyTemplate(other, 'U', second)];
            keys = [templates[0]?.format(text({ x: a, y: b })) ?? '', templates[1]?.format(text({ x: c, y: d })) ?? ''];
          } catch {
            return;
          }
          if (keys[0] !== keys[1]) return;
          met += 1;
          expect(shapesMeet(templates[0]?.shape() ?? [], templates[1]?.shape() ?? [])).toBe(true);
        },
      ),
      { numRuns: 30_000 },
    );
    expect(met).toBeGreaterThan(50);
  });

  it('tells padded numbers from its keys, and refuses what is none of them', () => {
    const template = new KeyTemplate('A#{seq:4}', 'T', escaping);
    expect(template.valuesIn('A#0000')?.get('seq')).toBe('0');
    expect(template.valuesIn('A#0120')?.get('seq')).toBe('120');
    for (const other of ['A#120', 'A#00120', 'B#0120', 'A#0120x']) expect(template.valuesIn(other)).toBeUndefined();
    expect(new KeyTemplate('A#{x}', 'T', escaping).valuesIn('A#50%')).toBeUndefined();
  });

  it('does not let ("x#b_y", "z") and ("x", "y#b_z") meet', () => {
    const template = new KeyTemplate('a_{a}#b_{b}', 'T', escaping);
    const keys = [text({ a: 'x#b_y', b: 'z' }), text({ a: 'x', b: 'y#b_z' })].map((value) => template.format(value));
    expect(new Set(keys).size).toBe(2);
  });

  it('folds no case', () => {
    const template = new KeyTemplate('MAIL#{address}', 'MAIL', escaping);
    expect(template.format(text({ address: 'Ann@Example.org' }))).toBe('MAIL#Ann@Example.org');
  });

  it('refuses separators in values where the entity says so', () => {
    const template = new KeyTemplate('MAIL#{address}', 'MAIL', refusing);
    expect(template.format(text({ address: '50%' }))).toBe('MAIL#50%');
    expect(() => template.format(text({ address: 'a#b' }))).toThrow('MAIL.address: "a#b" holds "#"');
  });

  it('keeps padded numbers in order', () => {
    const template = new KeyTemplate('{seq:12}', 'T', escaping);
    const key = (seq: number) => template.format(() => ({ N: String(seq) }));
    const seqs = fc.nat({ max: 999_999_999_999 });
    fc.assert(
      fc.property(seqs, seqs, (one, other) => {
        expect(key(one) < key(other)).toBe(one < other);
      }),
    );
    for (const seq of ['1000000000000', '-1', '0.5']) {
      expect(() => template.format(() => ({ N: seq }))).toThrow(`T.seq: ${seq} is no whole number`);
    }
  });

  it('reaches as far as its values', () => {
    const template = new KeyTemplate('ORDER#{at}#{seq}', 'T', escaping);
    expect(template.prefix(text({}))).toMatchObject({ text: 'ORDER#', complete: false });
    expect(template.prefix(text({ at: 'x' }))).toMatchObject({ text: 'ORDER#x#', complete: false });
    expect(template.prefix(text({ at: 'x', seq: '1' }))).toMatchObject({ text: 'ORDER#x#1', complete: true });
    expect(() => template.format(text({ at: 'x' }))).toThrow('seq is needed for the key "ORDER#{at}#{seq}"');
  });

  it.each(['', 'A{', 'A{}', 'A{x', 'A{x:0}', 'A{x:y}', '{x}{y}', '{x}A{y}', '{x}1{y}', '{x}%{y}', 'A}'])(
    'is refused where it is none: %j',
    (pattern) => {
      expect(() => new KeyTemplate(pattern, 'T', escaping)).toThrow(ValidationError);
    },
  );

  it('refuses empty values', () => {
    expect(() => new KeyTemplate('A#{x}', 'T', escaping).format(text({ x: '' }))).toThrow('T.x is empty');
  });
});
