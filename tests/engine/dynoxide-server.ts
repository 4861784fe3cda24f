import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Endpoint } from './endpoint.js';

/** Where dynoxide is, an emulator in Rust, which the benchmarks depend on where there is one for the machine. */
export function dynoxideBinary(): string | undefined {
  try {
    return createRequire(new URL('../../bench/package.json', import.meta.url)).resolve('@dynoxide/linux-x64/dynoxide');
  } catch {
    return undefined;
  }
}

export interface DynoxideServer {
  readonly endpoint: Endpoint;
  readonly port: number;
  close(): Promise<void>;
}

export async function startDynoxide(binary: string): Promise<DynoxideServer> {
  const port = await freePort();
  const child = spawn(binary, ['serve', '--port', String(port)], { stdio: 'ignore' });
  const endpoint = new Endpoint(port);
  await answering(endpoint, child);
  return {
    endpoint,
    port,
    close: async () => {
      endpoint.close();
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function answering(endpoint: Endpoint, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    try {
      await endpoint.call('ListTables', {});
      return;
    } catch {
      await setTimeout(20);
    }
  }
  throw new Error(`dynoxide ended with code ${child.exitCode}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
