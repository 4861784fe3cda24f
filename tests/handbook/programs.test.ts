import { describe, expect, it } from 'vitest';
import { programsOf } from './programs.js';

const fenced = (...parts: [info: string, code: string][]) =>
  parts.map(([info, code]) => `Some words.\n\n\`\`\`${info}\n${code}\n\`\`\`\n`).join('\n');

describe('the programs of a document', () => {
  it('keep the lines that they have in it', () => {
    const [program] = programsOf('a.md', fenced(['ts', 'const a = 1;\nconst b = 2;']));
    expect(program).toEqual({
      document: 'a.md',
      line: 3,
      code: '\n\n\nconst a = 1;\nconst b = 2;\n',
      runs: true,
    });
  });

  it('go on where a fence continues them', () => {
    const found = programsOf(
      'a.md',
      fenced(['ts', 'const a = 1;'], ['text', 'words'], ['ts continued', 'f(a);'], ['ts', 'g();']),
    );
    expect(found.map(({ line }) => line)).toEqual([3, 21]);
    expect(found[0]?.code.split('\n')[15]).toBe('f(a);');
    expect(found[0]?.code).not.toContain('words');
  });

  it('do not run where the fence says so', () => {
    expect(programsOf('a.md', fenced(['ts no-run', 'f();'], ['ts', 'f();'])).map(({ runs }) => runs)).toEqual([
      false,
      true,
    ]);
  });

  it('are not looked for in other languages, nor in a longer fence that shows one', () => {
    expect(programsOf('a.md', fenced(['sh', 'npm test'], ['json', '{}'], ['', 'plain']))).toEqual([]);
    expect(programsOf('a.md', '````md\n```ts\nf();\n```\n````\n')).toEqual([]);
  });

  it.each(['ts fragment', 'typescript', 'js', 'tsx', 'ts  no-run', 'ts no-run continued'])(
    'are never marked %s',
    (info) => {
      expect(() => programsOf('a.md', fenced([info, 'f();']))).toThrow(`a.md:3: mark the code as one of "ts"`);
    },
  );

  it('are refused where they continue nothing or never end', () => {
    expect(() => programsOf('a.md', fenced(['ts continued', 'f();']))).toThrow('a.md:3: there is nothing to continue');
    expect(() => programsOf('a.md', 'words\n```ts\nf();\n')).toThrow('a.md:2: the fence never ends');
  });
});
