import { defineConfig } from 'vitest/config';
import { entrySources } from './tests/workspace/entry-sources.js';

export default defineConfig({
  resolve: {
    // every public entry by its source, so that the tests need no build and point at the code itself
    alias: [...entrySources()].map(([specifier, source]) => ({
      find: new RegExp(`^${specifier}$`),
      replacement: source,
    })),
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts', 'examples/*/src/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
