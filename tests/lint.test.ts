import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedCases, hiddenInputCases } from './workspace/hidden-input-cases.js';
import { workspaceRoot } from './workspace/sources.js';

interface Report {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly severity: string;
    readonly location: { readonly path: string };
  }[];
}

/** Files for the linter, as `path: source`; each is linted where the workspace's configuration sees it. */
const fixtures: Record<string, string> = {
  'packages/wire/src/node-builtin.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
  'packages/wire/src/runtime/system-runtime.ts': 'export const now = () => Date.now();\n',
  'packages/wire/src/number/clock.test.ts': 'export const now = () => Date.now();\n',
  'packages/wire/src/testing/clock.ts': "import 'node:fs';\nexport const now = () => Date.now();\n",
  'packages/engine/src/http/clock.ts': 'export const now = () => Date.now();\n',
  'packages/engine/src/sdk/turn.ts': 'export const turn = (next: () => void) => setImmediate(next);\n',
  'packages/engine/src/console.ts': "console.log('debugging');\n",
  'packages/cli/src/console.ts': "console.log('listening');\n",
};
const inEach = ['packages/wire/src/deep/folder', 'packages/holdfast/src', 'packages/engine/src/operations'];
for (const folder of inEach) {
  for (const [index, expression] of hiddenInputCases.entries()) {
    fixtures[`${folder}/hidden-${index}.ts`] = `export const value = (${expression});\n`;
  }
  for (const [index, expression] of allowedCases.entries()) {
    fixtures[`${folder}/allowed-${index}.ts`] = `export const value = (${expression});\n`;
  }
}

let copy: string;
const errors = new Map<string, string[]>();

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'holdfast-lint-'));
  for (const name of ['biome.json', 'lint', '.gitignore', '.editorconfig']) {
    cpSync(join(workspaceRoot, name), join(copy, name), { recursive: true });
  }
  for (const [path, source] of Object.entries(fixtures)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), source);
  }
  const report = await lint(copy);
  for (const { category, severity, location } of report.diagnostics) {
    if (severity === 'error') errors.set(location.path, [...(errors.get(location.path) ?? []), category]);
  }
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function lint(directory: string): Promise<Report> {
  const biome = join(workspaceRoot, 'node_modules/@biomejs/biome/bin/biome');
  const given = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', 'packages'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, given, { cwd: directory, maxBuffer: 1e8 }, (_, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(`The linter gave no report:\n${stdout}\n${stderr}`));
      }
    });
  });
}

describe('the linter', () => {
  describe.each(inEach)('in %s', (folder) => {
    it.each(hiddenInputCases.map((expression, index) => [expression, index] as const))(
      'refuses the hidden input %s',
      (_, index) => {
        expect(errors.get(`${folder}/hidden-${index}.ts`)).toEqual(
          expect.arrayContaining([expect.stringMatching(/^(?:plugin|lint\/style\/noRestrictedGlobals)$/)]),
        );
      },
    );

    it.each(allowedCases.map((expression, index) => [expression, index] as const))('allows %s', (_, index) => {
      expect(errors.get(`${folder}/allowed-${index}.ts`)).toBeUndefined();
    });
  });

  it('refuses the modules of Node.js in the packages that run without it', () => {
    expect(errors.get('packages/wire/src/node-builtin.ts')).toContain('lint/correctness/noNodejsModules');
  });

  it('allows clocks and timers in the system runtime, in tests and at the doors of the engine', () => {
    expect(errors.get('packages/wire/src/runtime/system-runtime.ts')).toBeUndefined();
    expect(errors.get('packages/wire/src/number/clock.test.ts')).toBeUndefined();
    expect(errors.get('packages/wire/src/testing/clock.ts')).toBeUndefined();
    expect(errors.get('packages/engine/src/http/clock.ts')).toBeUndefined();
    expect(errors.get('packages/engine/src/sdk/turn.ts')).toBeUndefined();
  });

  it('allows printing in the command alone', () => {
    expect(errors.get('packages/engine/src/console.ts')).toContain('lint/suspicious/noConsole');
    expect(errors.get('packages/cli/src/console.ts')).toBeUndefined();
  });
});
