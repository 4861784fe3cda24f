import { describe, expect, test } from 'vitest';
import { deliverAll } from './deliver.js';

describe('deliverAll', () => {
  test('hands every command over once and keeps the answers', async () => {
    const deliveries = await deliverAll({
      commands: [1, 2, 3],
      consumers: 2,
      handle: async (command) => command * 10,
    });
    expect(deliveries.map(({ command, answer, times }) => [command, answer, times]).sort()).toEqual([
      [1, 10, 1],
      [2, 20, 1],
      [3, 30, 1],
    ]);
  });

  test('runs as many at a time as there are consumers', async () => {
    let running = 0;
    let most = 0;
    await deliverAll({
      commands: Array.from({ length: 20 }, (_, index) => index),
      consumers: 5,
      handle: async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
      },
    });
    expect(most).toBe(5);
  });

  test('delivers again after an error', async () => {
    let calls = 0;
    const [delivery] = await deliverAll({
      commands: ['deposit'],
      consumers: 1,
      handle: async () => {
        if (++calls < 3) throw new Error('no answer');
        return 'done';
      },
    });
    expect(delivery).toEqual({ command: 'deposit', answer: 'done', times: 3 });
  });

  test('gives up on a command that never succeeds, naming it and the reason', async () => {
    const cause = new TypeError('not a function');
    const delivered = deliverAll({ commands: [{ id: 7 }], consumers: 1, handle: () => Promise.reject(cause) });
    await expect(delivered).rejects.toThrow(
      expect.objectContaining({ message: expect.stringContaining('{"id":7}'), cause }),
    );
  });
});
