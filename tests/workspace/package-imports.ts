import { builtinModules } from 'node:module';
import { importGraph, importsOf, isRelative, resolveRelative } from './imports.js';
import { isTest, type Sources } from './sources.js';

/** What a package.json says about imports. */
export interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The manifests by the folder that they lie in; the root's by the empty path. */
export type Manifests = ReadonlyMap<string, Manifest>;

interface Layer {
  readonly imports: readonly string[];
  /** Whether the package runs where there is no Node.js. */
  readonly portable?: boolean;
}

/** The packages from the bottom up, each with those that it may import. */
const layers: Readonly<Record<string, Layer>> = {
  'packages/wire': { imports: [], portable: true },
  'packages/holdfast': { imports: ['@holdfast/wire'], portable: true },
  'packages/engine': { imports: ['@holdfast/wire'] },
  'packages/sim': { imports: ['@holdfast/wire', 'holdfast', '@holdfast/engine'] },
  'packages/cli': { imports: ['@holdfast/wire', 'holdfast', '@holdfast/engine', '@holdfast/sim'] },
};

/** The folder whose package.json governs the file; `tests` stand under the root's. */
export const folderOf = (path: string): string =>
  path.match(/^(?:(?:packages|examples)\/[^/]+|bench(?=\/))/)?.[0] ?? '';

/** What each import breaks of the order of the packages, as `file:line: what and the way out`. */
export function packageImportViolations(sources: Sources, manifests: Manifests): string[] {
  return [...sources].flatMap(([path, source]) =>
    importsOf(path, source).flatMap(({ specifier, line }) => {
      const problem = isRelative(specifier)
        ? problemOfRelative(path, specifier)
        : problemOfPackage(path, specifier, manifests);
      return problem === undefined ? [] : [`${path}:${line}: ${problem}`];
    }),
  );
}

function problemOfRelative(path: string, specifier: string): string | undefined {
  const target = resolveRelative(path, specifier);
  return folderOf(target) === folderOf(path)
    ? undefined
    : `imports ${target} by a relative path; import the package by its name`;
}

function problemOfPackage(path: string, specifier: string, manifests: Manifests): string | undefined {
  const folder = folderOf(path);
  const name = specifier.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? specifier;
  const layer = folder.startsWith('packages/') ? layers[folder] : undefined;
  if (folder.startsWith('packages/') && layer === undefined) return `${folder} has no place among the layers`;
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return layer?.portable === true && !isTest(path) ? `imports ${specifier} in a package without Node.js` : undefined;
  }
  const imported = [...manifests.values()].find((manifest) => manifest.name === name);
  if (imported?.exports !== undefined) {
    if (layer !== undefined && !layer.imports.includes(name)) return `imports ${name}, which is not below ${folder}`;
    if (!Object.hasOwn(imported.exports, `.${specifier.slice(name.length)}`)) {
      return `imports ${specifier}, which ${name} does not export`;
    }
    if (folder === '') return undefined;
  }
  return isDeclared(name, path, manifests)
    ? undefined
    : `imports ${name}, which ${folder}/package.json does not declare`;
}

function isDeclared(name: string, path: string, manifests: Manifests): boolean {
  const own = manifests.get(folderOf(path));
  const root = manifests.get('');
  const development =
    isTest(path) || folderOf(path) === '' ? { ...root?.devDependencies, ...own?.devDependencies } : {};
  return Object.hasOwn({ ...own?.dependencies, ...own?.peerDependencies, ...development }, name);
}

/** Optional peers that the root entry of a package reaches, so that the package would not load without them. */
export function optionalPeerViolations(sources: Sources, manifests: Manifests): string[] {
  const graph = importGraph(sources);
  return [...manifests].flatMap(([folder, { peerDependenciesMeta = {} }]) => {
    const reached = new Set([`${folder}/src/index.ts`]);
    for (const path of reached) for (const target of graph.get(path) ?? []) reached.add(target);
    return [...reached].flatMap((path) =>
      importsOf(path, sources.get(path) ?? '')
        .filter(({ specifier }) => peerDependenciesMeta[specifier]?.optional === true)
        .map(({ specifier, line }) => `${path}:${line}: the root entry needs ${specifier}, an optional peer`),
    );
  });
}

/** Files that only pass on what others export, without being an entry of their package. */
export function barrelViolations(sources: Sources, manifests: Manifests): string[] {
  const entries = new Set(
    [...manifests].flatMap(([folder, { exports = {} }]) =>
      Object.keys(exports).flatMap((subpath) => {
        const name = subpath === '.' ? 'index' : subpath.slice(2);
        return [`${folder}/src/${name}.ts`, `${folder}/src/${name}/index.ts`];
      }),
    ),
  );
  const onlyExportsFrom = /^(?:\s*export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s+'[^']+';)+\s*$/;
  return [...sources]
    .filter(([path, source]) => !entries.has(path) && onlyExportsFrom.test(withoutComments(source)))
    .map(([path]) => `${path}: only passes on what other files export; import from them`);
}

const withoutComments = (source: string): string =>
  source.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '').replaceAll(/^\s*\/\/.*$/gm, '');
