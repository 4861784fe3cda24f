import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';

// The packages are ESM by their own package.json; the nearer one in dist/cjs tells Node.js that this half is CommonJS.
const packages = new URL('../packages/', import.meta.url);
for (const name of readdirSync(packages)) {
  const directory = new URL(`${name}/dist/cjs/`, packages);
  mkdirSync(directory, { recursive: true });
  writeFileSync(new URL('package.json', directory), '{ "type": "commonjs" }\n');
}
