import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-explore-'));
const file = join(folder, 'explorations.mjs');

const program = `
const TableName = 'tallies';
const Key = { pk: { S: 'a' } };
const setup = ({ backend }) =>
  backend.execute('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
const read = async ({ backend }) =>
  Number((await backend.execute('GetItem', { TableName, Key, ConsistentRead: true })).output.Item?.n.N ?? 0);
const raise = async (client) => {
  const n = { N: String((await read(client)) + 1) };
  await client.backend.execute('PutItem', { TableName, Item: { ...Key, n } });
};
const final = async (end) => (await read(end)) === 2;
export const lost = { name: 'lost update', setup, clients: { one: raise, two: raise }, final };
export const kept = { setup, clients: { one: raise }, final: async (end) => (await read(end)) === 1 };
export const notOne = 5;
export default [kept];
`;

beforeAll(() => writeFileSync(file, program));
afterAll(() => rmSync(folder, { recursive: true }));

async function explore(...args: readonly string[]) {
  let stdout = '';
  let stderr = '';
  const code = await run(['explore', ...args], {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    load: (url) => import(/* @vite-ignore */ url),
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr };
}

describe('holdfast explore', () => {
  it('runs all that a module exports, and exits with 1 where one does not hold', async () => {
    const { code, stdout, stderr } = await explore(file);
    expect(code).toBe(1);
    expect(stdout).toContain('kept: holds in all 1 schedules that can differ; the longest had 5 steps\n');
    expect(stdout).toContain('lost update: in the end, the final check answered false');
    expect(stdout).toContain('PutItem {pk: "a", n: 1}');
    expect(stderr).toBe('holdfast: lost update: not in every schedule\n');
  });

  it('runs one alone, and exits with 0 where it holds', async () => {
    expect(await explore(file, '--only', 'kept', '--schedules', '5', '--seconds', '9', '--seed', '3')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^kept: holds in .*\n$/),
      stderr: '',
    });
  });

  it('repeats a schedule', async () => {
    const first = await explore(file, '--only', 'lost update');
    const [, line = ''] = /replay: '(.*)'/.exec(first.stdout) ?? [];
    const again = await explore(file, '--only', 'lost update', '--replay', line);
    expect(again.stdout).toContain('Found in schedule 1.');
    expect((await explore(file, '--replay', line)).stderr).toBe(
      `holdfast: --replay runs a schedule of one exploration: say which by --only; ${file} has kept, lost update\n`,
    );
  });

  it.each(['html', 'svg'])('draws a failure as %s', async (kind) => {
    const picture = join(folder, `failure.${kind}`);
    const { stdout } = await explore(file, '--only', 'lost update', '--picture', picture);
    expect(stdout).toContain(`Drawn in ${picture}\n`);
    expect(readFileSync(picture, 'utf8')).toContain('<svg');
  });

  it('says what it cannot run', async () => {
    expect(await explore(file, '--only', 'other')).toMatchObject({
      code: 2,
      stderr: `holdfast: ${file} has no exploration other; it has kept, lost update\n`,
    });
    const empty = join(folder, 'empty.mjs');
    writeFileSync(empty, 'export const a = 1;');
    expect(await explore(empty)).toMatchObject({ code: 2, stderr: expect.stringContaining('exports no exploration') });
    expect(await explore(join(folder, 'nowhere.mjs'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nowhere.mjs'),
    });
  });

  it('tells its options', async () => {
    expect(await explore('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--replay <line>') });
  });
});
