import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly import: { readonly default: string } }>>;
}

const packages = fileURLToPath(new URL('../../packages', import.meta.url));

/** The source file behind every public entry of every package, by what an import of it says: `holdfast/dynamodb`. */
export function entrySources(): Map<string, string> {
  const entries = readdirSync(packages).flatMap((folder) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
    return Object.entries(manifest.exports).flatMap(([subpath, target]): [string, string][] => {
      if (typeof target === 'string') return [];
      const source = target.import.default.replace('./dist/esm/', 'src/').replace(/\.js$/, '.ts');
      return [[manifest.name + subpath.slice(1), join(packages, folder, source)]];
    });
  });
  return new Map(entries);
}
