import { createEngine, type Listener, listen } from '@holdfast/engine';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparableAnswer } from './comparable-answer.js';
import { type DynoxideServer, dynoxideBinary, startDynoxide } from './dynoxide-server.js';
import { Endpoint } from './endpoint.js';
import { anyRequest, tableDefinition, tableName } from './random-requests.js';

const binary = dynoxideBinary();
/** How many sequences of requests; more of them find more. */
const sequences = Number(process.env.HOLDFAST_DYNOXIDE_SEQUENCES ?? 60);

// Where the two differ and the service is known to do as the engine does, the requests are made so that they do not ask;
// random-requests.ts and comparable-answer.ts say so at each of these places.
describe.runIf(binary !== undefined)('beside dynoxide, over HTTP', () => {
  let dynoxide: DynoxideServer;
  let listener: Listener;
  let engine: Endpoint;

  beforeAll(async () => {
    dynoxide = await startDynoxide(binary as string);
    listener = await listen(createEngine(), { port: 0 });
    engine = new Endpoint(listener.port);
  });
  afterAll(async () => {
    engine.close();
    await listener.close();
    await dynoxide.close();
  });

  it('answers the same to any sequence of requests', async () => {
    const endpoints = () => [engine, dynoxide.endpoint];
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { minLength: 1, maxLength: 40, size: 'max' }), async (requests) => {
        for (const endpoint of endpoints()) {
          await endpoint.call('DeleteTable', { TableName: tableName });
          expect((await endpoint.call('CreateTable', tableDefinition)).status).toBe(200);
        }
        for (const request of requests) {
          const answers = await Promise.all(
            endpoints().map((endpoint) => endpoint.call(request.operation, request.input)),
          );
          const [ours, theirs] = answers.map((answer) => comparableAnswer(request, answer));
          expect({ request, answer: ours }).toEqual({ request, answer: theirs });
        }
      }),
      { numRuns: sequences, ...(process.env.HOLDFAST_DYNOXIDE_SEQUENCES === undefined && { seed: 1 }) },
    );
  }, 600_000);
});

describe.runIf(binary === undefined)('beside dynoxide, over HTTP', () => {
  it('is not tried: @dynoxide/linux-x64 is not installed', () => {
    expect(binary).toBeUndefined();
  });
});
