import { describe, expect, test } from 'vitest';
import { readArguments, UsageError } from './arguments.js';

describe('the command line', () => {
  test('without options runs the embedded engine with seed 1', () => {
    expect(readArguments([])).toEqual({ help: false, seed: 1, endpoint: undefined });
  });

  test('takes a seed and an endpoint', () => {
    expect(readArguments(['--seed', '42', '--endpoint=http://localhost:8000'])).toEqual({
      help: false,
      seed: 42,
      endpoint: 'http://localhost:8000',
    });
  });

  test('asks for help', () => {
    expect(readArguments(['--help'])).toEqual({ help: true });
  });

  test.each([
    [['--sead', '1'], /--sead/],
    [['--seed'], /--seed/],
    [['--seed', 'x'], /'x'/],
    [['--seed', '-1'], /--seed/],
    [['--seed', '1.5'], /'1.5'/],
    [['--seed', '4294967296'], /'4294967296'/],
    [['--endpoint', 'localhost:8000'], /'localhost:8000'/],
    [['--endpoint', 'dynamo'], /'dynamo'/],
    [['extra'], /extra/],
  ])('refuses %j and says what is wrong', (argv, message) => {
    expect(() => readArguments(argv)).toThrow(UsageError);
    expect(() => readArguments(argv)).toThrow(message);
  });
});
