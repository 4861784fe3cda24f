import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createEngine } from '@holdfast/engine';

// How long until there is an answer: of an engine in the process, and of a server beside an empty Node.js process.

const turns = 11;
const command = fileURLToPath(new URL('../../packages/cli/bin/holdfast.js', import.meta.url));

function firstAnswer(): number {
  const start = performance.now();
  createEngine().execute('ListTables', {});
  return performance.now() - start;
}

/** Milliseconds until the process ends, or until it first prints something where it would not end by itself. */
async function started(args: readonly string[], until: 'end' | 'output'): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await (until === 'end' ? ended : once(child.stdout, 'data'));
  const taken = performance.now() - start;
  child.kill();
  await ended;
  return taken;
}

function median(measured: readonly number[]): number {
  return measured.toSorted((one, other) => one - other)[Math.floor(measured.length / 2)] ?? Number.NaN;
}

const first = firstAnswer();
const empty: number[] = [];
const server: number[] = [];
for (let turn = 0; turn < turns; turn += 1) {
  empty.push(await started(['--eval', ''], 'end'));
  server.push(await started([command, 'serve', '--port', '0'], 'output'));
}
console.log(`first answer after createEngine()   ${first.toFixed(2)} ms`);
console.log(`an empty process                    ${median(empty).toFixed(0)} ms (median of ${turns})`);
console.log(`holdfast serve, until it is ready   ${median(server).toFixed(0)} ms (median of ${turns})`);
console.log(`beyond the empty process            ${(median(server) - median(empty)).toFixed(0)} ms`);
