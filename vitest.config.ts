import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly import: { readonly default: string } }>>;
}

/** Every public entry of every package by its source, so that the tests need no build and point at the code itself. */
function sources(): { find: RegExp; replacement: string }[] {
  return readdirSync('packages').flatMap((directory) => {
    const manifest: Manifest = JSON.parse(readFileSync(`packages/${directory}/package.json`, 'utf8'));
    return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
      if (typeof target === 'string') return [];
      const source = target.import.default
        .replace('./dist/esm/', `./packages/${directory}/src/`)
        .replace(/\.js$/, '.ts');
      const specifier = manifest.name + subpath.slice(1);
      return [{ find: new RegExp(`^${specifier}$`), replacement: fileURLToPath(new URL(source, import.meta.url)) }];
    });
  });
}

export default defineConfig({
  resolve: { alias: sources() },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts', 'examples/*/src/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
