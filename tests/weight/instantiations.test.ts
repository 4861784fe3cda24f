import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../workspace/sources.js';
import { calls, definitions } from './program-of-entities.js';

const run = promisify(execFile);

/** How many types the compiler makes of generic ones for a program that uses the library, beyond those of the library. */
async function instantiationsOf(program: string): Promise<number> {
  return (await count(program)) - (await count(`import 'holdfast'; import '@holdfast/wire';`));
}

async function count(program: string): Promise<number> {
  // within the workspace, so that its dependencies are found
  const cache = join(workspaceRoot, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'instantiations-'));
  const source = (path: string) => [join(workspaceRoot, 'packages', path)];
  const config = {
    extends: join(workspaceRoot, 'tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      incremental: false,
      declaration: false,
      declarationMap: false,
      sourceMap: false,
      noEmit: true,
      paths: {
        holdfast: source('holdfast/src/index.ts'),
        '@holdfast/wire': source('wire/src/index.ts'),
      },
    },
    files: ['program.ts'],
  };
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await writeFile(join(folder, 'program.ts'), program);
    const tsc = join(workspaceRoot, 'node_modules/typescript/bin/tsc');
    // one checker, or the types would be counted once for each
    const { stdout } = await run(process.execPath, [tsc, '-p', folder, '--extendedDiagnostics', '--singleThreaded']);
    return Number(/^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('type instantiations for twenty entities of twelve attributes', () => {
  it('are at most 9,000 for the definitions', async () => {
    expect(await instantiationsOf(definitions)).toBeLessThanOrEqual(9_000);
  });

  it('are at most 42,000 with ten calls on each', async () => {
    expect(await instantiationsOf(calls)).toBeLessThanOrEqual(42_000);
  });
});
