import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Texts of files by their path from the workspace's root, with slashes. */
export type Sources = ReadonlyMap<string, string>;

/** The workspace's root directory. */
export const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url));

const generated = new Set(['.git', '.snippets', 'coverage', 'dist', 'node_modules']);

/** Every file of the workspace that is written by hand, in the order of their paths. */
export function workspacePaths(folder = ''): string[] {
  return readdirSync(join(workspaceRoot, folder), { withFileTypes: true })
    .filter((entry) => !generated.has(entry.name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return workspacePaths(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

/** The text of one file of the workspace. */
export const readWorkspaceFile = (path: string): string => readFileSync(join(workspaceRoot, path), 'utf8');

/** The TypeScript sources of packages, examples, tests and benchmarks. */
export function workspaceSources(): Sources {
  const paths = workspacePaths().filter((path) => /^(?:packages|examples|tests|bench)\/.*\.ts$/.test(path));
  return new Map(paths.map((path) => [path, readWorkspaceFile(path)]));
}

/** Whether the file is a test or helps tests, which may import what is installed for development and is not published. */
export const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.includes('/src/testing/');
