import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEngine, listen } from '@holdfast/engine';
import { describe, expect, it } from 'vitest';

/** Another interpreter, such as that of a virtual environment with boto3, is named by HOLDFAST_PYTHON. */
const python = process.env.HOLDFAST_PYTHON ?? 'python3';
const hasBoto3 = spawnSync(python, ['-c', 'import boto3'], { stdio: 'ignore' }).status === 0;
const program = fileURLToPath(new URL('boto3-program.py', import.meta.url));

describe.runIf(hasBoto3)('boto3 over HTTP', () => {
  it('reads and writes items, indexes, transactions, batches and streams', async () => {
    const listener = await listen(createEngine(), { port: 0 });
    try {
      const { stdout } = await promisify(execFile)(python, [program, listener.url]);
      expect(JSON.parse(stdout)).toEqual({
        description: { status: 'ACTIVE', stream: true },
        item: {
          customer: 'alice',
          number: '1',
          status: 'open',
          total: '12345678901234567890.123456789012345678',
          photo: 'AP8=',
          sizes: ['1', '2.5'],
          thumbnails: ['YQ==', 'Yg=='],
          lines: [{ name: 'é€😀', gift: true, note: null }],
        },
        missing: false,
        conditionFailed: {
          error: { Code: 'ConditionalCheckFailedException', Message: 'The conditional request failed' },
          status: 400,
          stored: { S: 'open' },
        },
        pages: [15, 15, 11],
        ordered: true,
        index: ['41', '40', '39'],
        update: { status: 'paid', visits: '1' },
        cancelled: {
          error: {
            Code: 'TransactionCanceledException',
            Message:
              'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
          },
          codes: ['None', 'ConditionalCheckFailed'],
          stored: { S: 'paid' },
        },
        batch: ['2', '3'],
        unknownTable: 'ResourceNotFoundException',
        streams: {
          listed: 1,
          events: ['INSERT', 'MODIFY'],
          count: 42,
          photo: 'AP8=',
          old: { S: 'open' },
        },
        tables: [],
      });
    } finally {
      await listener.close();
    }
  });
});

describe.runIf(!hasBoto3)('boto3 over HTTP', () => {
  it(`is not tried: ${python} has no boto3 (HOLDFAST_PYTHON names another Python)`, () => {
    expect(hasBoto3).toBe(false);
  });
});
