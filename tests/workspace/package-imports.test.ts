import { describe, expect, it } from 'vitest';
import { barrelViolations, type Manifest, optionalPeerViolations, packageImportViolations } from './package-imports.js';

const manifests = new Map<string, Manifest>([
  ['', { name: 'workspace', devDependencies: { vitest: '4' } }],
  ['packages/wire', { name: '@holdfast/wire', exports: { '.': {}, './parser': {} } }],
  [
    'packages/holdfast',
    {
      name: 'holdfast',
      exports: { '.': {}, './dynamodb': {} },
      dependencies: { '@holdfast/wire': '1' },
      peerDependencies: { 'some-sdk': '3' },
      peerDependenciesMeta: { 'some-sdk': { optional: true } },
    },
  ],
  [
    'packages/engine',
    { name: '@holdfast/engine', exports: { '.': {} }, dependencies: { '@holdfast/wire': '1', tree: '2' } },
  ],
  ['packages/sim', { name: '@holdfast/sim', exports: { '.': {} }, dependencies: { '@holdfast/wire': '1' } }],
  ['examples/shop', { name: 'shop', dependencies: { holdfast: '1' } }],
]);

const violations = (path: string, source: string) => packageImportViolations(new Map([[path, source]]), manifests);

describe('the order of the packages', () => {
  it('allows imports of packages below, of exported subpaths and of declared packages', () => {
    expect(violations('packages/holdfast/src/a.ts', "import { a } from '@holdfast/wire/parser';")).toEqual([]);
    expect(violations('packages/engine/src/a.ts', "import tree from 'tree';\nimport 'node:http';")).toEqual([]);
    expect(violations('packages/wire/src/a/b.ts', "export { c } from '../c.js';")).toEqual([]);
    expect(violations('packages/holdfast/src/dynamodb/a.ts', "import type { B } from 'some-sdk';")).toEqual([]);
    expect(violations('packages/wire/src/a.test.ts', "import { it } from 'vitest';\nimport 'node:fs';")).toEqual([]);
    expect(violations('packages/wire/src/testing/a.ts', "import { it } from 'vitest';")).toEqual([]);
    expect(violations('tests/a.test.ts', "import { a } from 'holdfast/dynamodb';\nimport '@holdfast/engine';")).toEqual(
      [],
    );
    expect(violations('examples/shop/src/a.ts', "import { a } from 'holdfast';")).toEqual([]);
  });

  it.each([
    ['a package above', 'packages/wire/src/a.ts', "import { a } from 'holdfast';"],
    ['a package beside', 'packages/engine/src/a.ts', "import { a } from 'holdfast';"],
    ['a package above by its type alone', 'packages/wire/src/a.ts', "import type { A } from 'holdfast';"],
    ['a package above by a re-export', 'packages/wire/src/a.ts', "export * from '@holdfast/engine';"],
    ['a package above by an import type', 'packages/wire/src/a.ts', "type A = import('holdfast').A;"],
    ['a package above when called', 'packages/wire/src/a.ts', "export const a = () => import('holdfast');"],
    ['a package above by require', 'packages/wire/src/a.ts', "const a = require('holdfast');"],
    ['a package above in a test', 'packages/wire/src/a.test.ts', "import { a } from '@holdfast/engine';"],
    ['itself by its own name', 'packages/wire/src/a.ts', "import { a } from '@holdfast/wire';"],
    ['another package by a relative path', 'packages/engine/src/a.ts', "import '../../wire/src/index.js';"],
    ['a package by a relative path from tests', 'tests/a.test.ts', "import '../packages/wire/src/index.js';"],
    ['a subpath that is not exported', 'tests/a.test.ts', "import '@holdfast/wire/number/decimal';"],
    ['a built distribution', 'tests/a.test.ts', "import '@holdfast/wire/dist/esm/index.js';"],
    ['Node.js in wire', 'packages/wire/src/a.ts', "import { readFileSync } from 'node:fs';"],
    ['Node.js in holdfast without the prefix', 'packages/holdfast/src/a.ts', "import 'crypto';"],
    ['a third-party package that is not declared', 'packages/engine/src/a.ts', "import 'left-pad';"],
    ['a development dependency outside tests', 'packages/engine/src/a.ts', "import { it } from 'vitest';"],
    ['a package below that is not declared', 'packages/sim/src/a.ts', "import '@holdfast/engine';"],
    ['a package that an example does not declare', 'examples/shop/src/a.ts', "import '@holdfast/engine';"],
    ['anything in a package without a place', 'packages/new/src/a.ts', "import '@holdfast/wire';"],
  ])('refuses %s', (_, path, source) => {
    expect(violations(path, source)).toEqual([expect.stringContaining(`${path}:1: `)]);
  });

  it('names the line and what is wrong with it', () => {
    expect(violations('packages/wire/src/a.ts', "\n\nimport 'holdfast';")).toEqual([
      'packages/wire/src/a.ts:3: imports holdfast, which is not below packages/wire',
    ]);
  });
});

describe('optional peers', () => {
  it('are refused wherever the root entry reaches, also through other files', () => {
    const sources = new Map([
      ['packages/holdfast/src/index.ts', "export { a } from './a.js';"],
      ['packages/holdfast/src/a.ts', "export { a } from './dynamodb/b.js';"],
      ['packages/holdfast/src/dynamodb/b.ts', "import { B } from 'some-sdk'; export const a = B;"],
    ]);
    expect(optionalPeerViolations(sources, manifests)).toEqual([
      'packages/holdfast/src/dynamodb/b.ts:1: the root entry needs some-sdk, an optional peer',
    ]);
    sources.set('packages/holdfast/src/index.ts', 'export {};');
    expect(optionalPeerViolations(sources, manifests)).toEqual([]);
  });
});

describe('barrels', () => {
  it('are refused except as an entry of a package', () => {
    const barrel = "// why\nexport * from './a.js';\nexport { type B, b } from './b.js';\n";
    const sources = new Map([
      ['packages/wire/src/index.ts', barrel],
      ['packages/wire/src/parser.ts', barrel],
      ['packages/holdfast/src/dynamodb/index.ts', barrel],
      ['packages/wire/src/number/index.ts', barrel],
      ['packages/wire/src/number/decimal.ts', `${barrel}export const c = 1;\n`],
    ]);
    expect(barrelViolations(sources, manifests)).toEqual([
      'packages/wire/src/number/index.ts: only passes on what other files export; import from them',
    ]);
  });
});
