import { once } from 'node:events';
import { createEngine, listen } from '@holdfast/engine';
import type { ServeCommand } from './command-line.js';

/** Serves a new engine until `signal` is aborted; then ends its connections and resolves. */
export async function serve(
  { expireAfter, ...options }: ServeCommand,
  stdout: { write(text: string): unknown },
  signal: AbortSignal,
): Promise<void> {
  const engine = createEngine(expireAfter === undefined ? {} : { expireAfter });
  const { url, close } = await listen(engine, options);
  const environment = [
    `AWS_ENDPOINT_URL_DYNAMODB=${url}`,
    'AWS_REGION=us-east-1',
    'AWS_ACCESS_KEY_ID=any',
    'AWS_SECRET_ACCESS_KEY=any',
  ];
  stdout.write(`Serving DynamoDB at ${url}; Ctrl-C stops it, and its tables with it.\n`);
  stdout.write(`Point an AWS SDK or CLI at it: ${environment.join(' ')}\n`);
  if (!signal.aborted) await once(signal, 'abort');
  await close();
  stdout.write('Stopped.\n');
}
