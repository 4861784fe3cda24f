import { describe, expect, it } from 'vitest';
import { hiddenInputs, isDeterministic } from './workspace/hidden-inputs.js';
import { fileCycles, folderCycles } from './workspace/import-cycles.js';
import {
  barrelViolations,
  folderOf,
  type Manifest,
  optionalPeerViolations,
  packageImportViolations,
} from './workspace/package-imports.js';
import { readWorkspaceFile, workspacePaths, workspaceSources } from './workspace/sources.js';

const sources = workspaceSources();
const manifests = new Map<string, Manifest>(
  workspacePaths()
    .filter((path) => path === 'package.json' || path === `${folderOf(path)}/package.json`)
    .map((path) => [folderOf(path), JSON.parse(readWorkspaceFile(path))]),
);

describe('the workspace', () => {
  it('is seen by these tests', () => {
    expect([...manifests.keys()]).toEqual(
      expect.arrayContaining([
        '',
        'packages/wire',
        'packages/holdfast',
        'packages/engine',
        'packages/sim',
        'packages/cli',
      ]),
    );
    expect(sources.has('packages/wire/src/ports/backend.ts')).toBe(true);
  });

  it('imports only packages below, only what they export and only what is declared', () => {
    expect(packageImportViolations(sources, manifests)).toEqual([]);
  });

  it('loads the root entry of each package without its optional peers', () => {
    expect(optionalPeerViolations(sources, manifests)).toEqual([]);
  });

  it('has no cycle of imports between files, types included', () => {
    expect(fileCycles(sources)).toEqual([]);
  });

  it('has no cycle of imports between folders', () => {
    expect(folderCycles(sources)).toEqual([]);
  });

  it('passes exports on only in the entries of packages', () => {
    expect(barrelViolations(sources, manifests)).toEqual([]);
  });

  it('takes time and chance from the Runtime port wherever the code must be deterministic', () => {
    const deterministic = [...sources].filter(([path]) => isDeterministic(path));
    expect(deterministic.length).toBeGreaterThan(10);
    expect(deterministic.flatMap(([path, source]) => hiddenInputs(path, source))).toEqual([]);
  });
});
