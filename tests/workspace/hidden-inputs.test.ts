import { describe, expect, it } from 'vitest';
import { allowedCases, hiddenInputCases } from './hidden-input-cases.js';
import { hiddenInputs, isDeterministic } from './hidden-inputs.js';

describe('hidden inputs', () => {
  it.each(hiddenInputCases)('are found in %s', (expression) => {
    expect(hiddenInputs('a.ts', `\nexport const value = (${expression});`)).toEqual([
      expect.stringMatching(/^a\.ts:2: /),
    ]);
  });

  it.each(['new Date(...given)', 'Date', '[Date, Math]', 'f(Math)', 'const { random } = Math'])(
    'are suspected in %s, from where they could be read unseen',
    (code) => {
      expect(hiddenInputs('a.ts', code)).not.toEqual([]);
    },
  );

  it.each(allowedCases)('are not found in %s', (expression) => {
    expect(hiddenInputs('a.ts', `export const value = (${expression});`)).toEqual([]);
  });

  it('are not found in digests and signatures, which are functions of what they are given', () => {
    expect(hiddenInputs('a.ts', "export const digest = crypto.subtle.digest('SHA-256', bytes);")).toEqual([]);
    expect(hiddenInputs('a.ts', 'export const values = crypto.getRandomValues(bytes);')).toHaveLength(1);
  });

  it('are not found in types, members and comments', () => {
    const source = `
      // Date.now()
      interface Clock { setTimeout(): Date; performance: typeof Date }
      class A implements Clock { setTimeout(): Date { return this.crypto.process; } }`;
    expect(hiddenInputs('a.ts', source)).toEqual([]);
  });
});

describe('deterministic code', () => {
  it('is the library and the core of the engine, except the one file that touches the process', () => {
    expect(isDeterministic('packages/wire/src/number/decimal.ts')).toBe(true);
    expect(isDeterministic('packages/holdfast/src/table.ts')).toBe(true);
    expect(isDeterministic('packages/engine/src/operations/put-item.ts')).toBe(true);
    expect(isDeterministic('packages/wire/src/runtime/system-runtime.ts')).toBe(false);
    expect(isDeterministic('packages/holdfast/src/table.test.ts')).toBe(false);
    expect(isDeterministic('packages/engine/src/http/listen.ts')).toBe(false);
    expect(isDeterministic('packages/cli/src/main.ts')).toBe(false);
  });
});
