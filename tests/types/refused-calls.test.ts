import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { workspaceRoot } from '../workspace/sources.js';

const file = 'tests/types/refused-calls.ts';
const marked = readFileSync(join(workspaceRoot, file), 'utf8')
  .split('\n')
  .flatMap((line, index) => {
    const message = /^\s*\/\/ refused: (.+)$/.exec(line)?.[1];
    // the call stands on the line after the comment
    return message === undefined ? [] : [{ line: index + 2, message }];
  });

/** What the compiler says of each line. */
async function complaints(): Promise<ReadonlyMap<number, string>> {
  const tsc = join(workspaceRoot, 'node_modules/typescript/bin/tsc');
  const run = promisify(execFile)(process.execPath, [tsc, '-p', 'tests/types', '--pretty', 'false'], {
    cwd: workspaceRoot,
  });
  const output = await run.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
  const found = new Map<number, string>();
  let current = 0;
  for (const text of output.split('\n')) {
    const start = /^(.+?)\((\d+),\d+\): error /.exec(text);
    if (start !== null) current = start[1] === file ? Number(start[2]) : 0;
    found.set(current, `${found.get(current) ?? ''}${text}\n`);
  }
  return found;
}

describe('calls that must not compile', () => {
  let found: ReadonlyMap<number, string>;
  beforeAll(async () => {
    found = await complaints();
  });

  it.each(marked)('line $line: $message', ({ line, message }) => {
    expect(found.get(line) ?? 'the call compiles').toContain(message);
  });

  it('are all that does not compile', () => {
    const expected = new Set(marked.map(({ line }) => line));
    const others = [...found].filter(([line, text]) => !expected.has(line) && text.trim() !== '');
    expect(others).toEqual([]);
  });
});
