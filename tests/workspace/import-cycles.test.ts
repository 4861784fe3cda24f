import { describe, expect, it } from 'vitest';
import { fileCycles, folderCycles } from './import-cycles.js';

const inWire = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, source]) => [`packages/wire/src/${path}`, source]));

describe('cycles between files', () => {
  it('are reported as the chain of files', () => {
    const sources = inWire({
      'a/a.ts': "import { b } from './b.js';",
      'a/b.ts': "export * from '../c.js';",
      'c.ts': "export const a = () => import('./a/a.js');",
      'd.ts': "import './a/a.js';",
    });
    expect(fileCycles(sources)).toEqual([
      'packages/wire/src/a/a.ts → packages/wire/src/a/b.ts → packages/wire/src/c.ts → packages/wire/src/a/a.ts',
    ]);
  });

  it('count imports of types, and of a file by itself', () => {
    expect(fileCycles(inWire({ 'a.ts': "import type { B } from './b.js';", 'b.ts': "import './a.js';" }))).toHaveLength(
      1,
    );
    expect(fileCycles(inWire({ 'a.ts': "import { a } from './a.js';" }))).toHaveLength(1);
  });

  it('are each reported once', () => {
    const sources = inWire({
      'a.ts': "import './b.js';",
      'b.ts': "import './a.js';",
      'x.ts': "import './y.js';",
      'y.ts': "import './x.js';",
    });
    expect(fileCycles(sources)).toHaveLength(2);
  });

  it('are not seen in a diamond, in comments or in strings', () => {
    const sources = inWire({
      'a.ts': "import './b.js';\nimport './c.js';",
      'b.ts': "import './d.js';",
      'c.ts': "import './d.js';",
      'd.ts': "// import './a.js';\nexport const text = `import './a.js';`;",
    });
    expect(fileCycles(sources)).toEqual([]);
  });
});

describe('cycles between folders', () => {
  it('are reported as the imports that close them, though no file is in a cycle', () => {
    const sources = inWire({
      'a/x.ts': "import '../b/y.js';",
      'a/w.ts': 'export {};',
      'b/y.ts': 'export {};',
      'b/z.ts': "import type { W } from '../a/w.js';",
    });
    expect(fileCycles(sources)).toEqual([]);
    expect(folderCycles(sources)).toEqual([
      'packages/wire/src/a/x.ts → packages/wire/src/b/y.ts, packages/wire/src/b/z.ts → packages/wire/src/a/w.ts',
    ]);
  });

  it('are not made by the entry of a package, which imports the folders that import files beside it', () => {
    const sources = inWire({
      'index.ts': "export * from './a/x.js';\nexport * from './shared.js';",
      'shared.ts': 'export {};',
      'a/x.ts': "import '../shared.js';",
    });
    expect(folderCycles(sources)).toEqual([]);
  });

  it('are made by subfolders, but not by a folder with its own subfolder', () => {
    const sources = inWire({
      'a/x.ts': "import './deep/y.js';",
      'a/deep/y.ts': "import '../z.js';",
      'a/z.ts': 'export {};',
      'b/b.ts': "import '../a/z.js';",
    });
    expect(folderCycles(sources)).toEqual([]);
    sources.set('packages/wire/src/a/deep/y.ts', "import '../../b/b.js';");
    expect(folderCycles(sources)).toHaveLength(1);
  });

  it('are not made by tests', () => {
    const sources = inWire({
      'a/x.ts': "import '../b/y.js';",
      'b/y.ts': 'export {};',
      'b/y.test.ts': "import '../a/x.js';",
    });
    expect(folderCycles(sources)).toEqual([]);
  });
});
