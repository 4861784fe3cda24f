import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readWorkspaceFile, workspacePaths, workspaceRoot } from './workspace/sources.js';

const longestSource = 400;
const paths = workspacePaths();

const here = [workspaceRoot, homedir()]
  .map((path) => path.replace(/\/+$/, ''))
  .filter((path) => path.split('/').length > 2);

/** Where a text says where it was made: one of these directories, or the home directory of anyone. */
function machinePaths(text: string, directories: readonly string[] = here): string[] {
  const homes = text.match(/(?<![\w.])(?:\/(?:home|Users|root)\/[\w.-]+|[A-Z]:\\Users\\[\w.-]+)/g) ?? [];
  return [...directories.filter((path) => text.includes(path)), ...homes];
}

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly dependencies?: object; readonly optionalDependencies?: object } | undefined>
  >;
}

/** Packages that others need and that the lock file does not hold, so that `npm ci` refuses it. */
function missingPackages({ packages }: Lockfile): string[] {
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const needed = Object.values(packages).flatMap((entry) =>
    Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies }),
  );
  return [...new Set(needed)].filter((name) => !locked.has(name));
}

/** The addresses from which a lock file would fetch packages. */
function registryAddresses(lockfile: string): string[] {
  return [...lockfile.matchAll(/"resolved":\s*"([^"]*:\/\/[^"]*)"/g)].map(([, address = '']) => address);
}

describe('the files of the workspace', () => {
  it('have at most 400 lines where they are code', () => {
    const long = paths
      .filter((path) => /\.(?:ts|js|grit)$/.test(path))
      .map((path) => `${path}: ${readWorkspaceFile(path).trimEnd().split('\n').length}`)
      .filter((entry) => Number(entry.split(': ')[1]) > longestSource);
    expect(long).toEqual([]);
  });

  it('have no marks that a merge has left behind', () => {
    const left = /^(?:<{7} |>{7} |\|{7} |={7}$)/m;
    const found = paths.filter((path) => left.test(readWorkspaceFile(path)));
    expect(found).toEqual([]);
  });

  it('name no directory of the machine on which they were written', () => {
    const found = paths
      .map((path) => [path, readWorkspaceFile(path)] as const)
      .filter(([, text]) => !text.includes('\0') && machinePaths(text).length > 0)
      .map(([path, text]) => `${path}: ${machinePaths(text).join(', ')}`);
    expect(found).toEqual([]);
  });

  it('lock packages by their content and not by the address of a registry', () => {
    expect(registryAddresses(readWorkspaceFile('package-lock.json'))).toEqual([]);
  });

  it('lock every package that another one needs, on any platform', () => {
    expect(missingPackages(JSON.parse(readWorkspaceFile('package-lock.json')))).toEqual([]);
  });
});

describe('these checks', () => {
  it('find directories of machines', () => {
    expect(machinePaths('see /builds/holdfast/file', ['/builds/holdfast'])).toEqual(['/builds/holdfast']);
    expect(machinePaths(['', 'home', 'alice', 'code'].join('/'))).toHaveLength(1);
    expect(machinePaths(['C:', 'Users', 'alice'].join('\\'))).toHaveLength(1);
    expect(machinePaths('https://example.com/home/page and ./home/page and /usr/bin/env')).toEqual([]);
  });

  it('find packages that were not locked', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { b: '1', c: '1' } },
      'node_modules/a/node_modules/b': {},
    };
    expect(missingPackages({ packages })).toEqual(['c']);
  });

  it('find addresses of registries, but not links to workspaces', () => {
    expect(registryAddresses('"resolved": "https://registry.example.com/a.tgz"')).toHaveLength(1);
    expect(registryAddresses('"resolved": "packages/wire"')).toEqual([]);
  });
});
