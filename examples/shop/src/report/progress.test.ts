import { describe, expect, test } from 'vitest';
import { Progress } from './progress.js';

function output(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

describe('progress', () => {
  test('in a pipe is one plain line a step', () => {
    const pipe = output(false);
    const progress = new Progress(pipe);
    progress.update('account  ', 50, 100);
    progress.finish('account  ', 'nothing wrong');
    expect(pipe.written).toEqual(['account  nothing wrong\n']);
  });

  test('on a terminal renews its line, and only when something changed', () => {
    const terminal = output(true);
    const progress = new Progress(terminal);
    progress.update('account  ', 500, 1000);
    progress.update('account  ', 501, 1000);
    progress.update('account  ', 1000, 1000);
    progress.finish('account  ', 'nothing wrong');
    expect(terminal.written).toHaveLength(3);
    expect(terminal.written[0]).toContain('50 %');
    expect(terminal.written[1]).toContain('100 %');
    expect(terminal.written[2]).toBe('\r\u001b[2Kaccount  nothing wrong\n');
  });
});
