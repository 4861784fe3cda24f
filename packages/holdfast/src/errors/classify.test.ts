import { Decimal, NumberError, ServiceError, UnansweredError } from '@holdfast/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from './classify.js';
import { VersionConflictError } from './conflict-errors.js';
import { HoldfastError } from './holdfast-error.js';
import { ValidationError } from './usage-errors.js';

const conditionFailed = { name: 'ConditionalCheckFailedException', message: 'The conditional request failed' };
const canceled = (...codes: string[]) => ({
  name: 'TransactionCanceledException',
  message: 'cancelled',
  CancellationReasons: codes.map((Code) => ({ Code })),
});

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('classify', () => {
  it('takes errors of the library by what they say', () => {
    expect(classify(new VersionConflictError('no', { clauses: [], stored: undefined }))).toEqual({
      kind: 'VersionConflictError',
      mayHaveHappened: false,
      retry: 'rerun',
      retryAfter: 0,
    });
  });

  it.each([
    () => Decimal.from('1,5'),
    () => Decimal.from(''),
    () => Decimal.from('1'.repeat(40)),
    () => Decimal.from('1').plus('abc'),
    () => Decimal.from('1.5').toBigInt(),
  ])('takes what is no number for bad input: %s', (made) => {
    const error = thrown(made);
    expect(error).toBeInstanceOf(NumberError);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toBeInstanceOf(HoldfastError);
    expect(error).not.toBeInstanceOf(VersionConflictError);
    expect(error).toMatchObject({ mayHaveHappened: false, retry: 'no', retryAfter: undefined });
    expect(classify(error)).toEqual({
      kind: 'ValidationError',
      mayHaveHappened: false,
      retry: 'no',
      retryAfter: undefined,
    });
  });

  it('tells why a transaction was cancelled', () => {
    const kindOf = (...codes: string[]) => classify(canceled(...codes));
    expect(kindOf('None', 'ConditionalCheckFailed')).toMatchObject({
      kind: 'TransactionCanceledError',
      retry: 'rerun',
    });
    expect(kindOf('TransactionConflict', 'None')).toMatchObject({ kind: 'TransactionConflictError', retry: 'rerun' });
    expect(kindOf('ThrottlingError')).toMatchObject({ kind: 'ThrottledError', retry: 'repeat', retryAfter: 1_000 });
    expect(kindOf('ItemCollectionSizeLimitExceeded')).toMatchObject({ kind: 'LimitExceededError', retry: 'no' });
    expect(kindOf('ValidationError')).toMatchObject({ kind: 'TransactionCanceledError', retry: 'no' });
    expect(kindOf()).toMatchObject({ kind: 'TransactionCanceledError', retry: 'no' });
  });

  it('doubts a condition that failed on a later attempt, as the SDK alone cannot tell on whose effect', () => {
    expect(classify(conditionFailed)).toMatchObject({
      kind: 'ConditionFailedError',
      retry: 'rerun',
      mayHaveHappened: false,
    });
    const second = { ...conditionFailed, $metadata: { httpStatusCode: 400, attempts: 2 } };
    expect(classify(second)).toMatchObject({ kind: 'ConditionFailedError', retry: 'no', mayHaveHappened: true });
    const heard = new ServiceError(conditionFailed.name, '', { attempts: [{ end: 'refused' }, { end: 'refused' }] });
    expect(classify(heard)).toMatchObject({ retry: 'rerun', mayHaveHappened: false });
  });

  it('knows what helps after several attempts, though not what became of them', () => {
    const several = { $metadata: { httpStatusCode: 400, attempts: 4 } };
    const doubted = { mayHaveHappened: true, retry: 'repeat' };
    expect(classify({ name: 'ThrottlingException', ...several })).toEqual({
      ...doubted,
      kind: 'ThrottledError',
      retryAfter: 1_000,
    });
    expect(classify({ name: 'TransactionInProgressException', ...several })).toEqual({
      ...doubted,
      kind: 'TransactionInProgressError',
      retryAfter: 5_000,
    });
    expect(classify({ name: 'ThrottlingException', ...several }, { readOnly: true }).mayHaveHappened).toBe(false);
    expect(classify({ name: 'ResourceNotFoundException', ...several }).kind).toBe('InDoubtError');
  });

  it('takes errors of a backend by their attempts', () => {
    const unanswered = (end: 'open' | 'refused') => new UnansweredError('no answer', [{ end }], undefined);
    expect(classify(unanswered('open'))).toMatchObject({ kind: 'InDoubtError', mayHaveHappened: true, retry: 'no' });
    expect(classify(unanswered('refused'))).toMatchObject({ kind: 'InternalError', mayHaveHappened: false });
    expect(classify(unanswered('open'), { readOnly: true })).toMatchObject({ kind: 'InternalError', retry: 'repeat' });
  });

  it('looks behind what fetch throws', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
    expect(classify(new TypeError('fetch failed', { cause: refused }))).toMatchObject({
      kind: 'InternalError',
      mayHaveHappened: false,
    });
    expect(classify(new TypeError('Failed to fetch'))).toMatchObject({ kind: 'InDoubtError', mayHaveHappened: true });
  });

  it('answers to whatever can be thrown', () => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withSet: true });
    const likeAnError = fc.record(
      {
        name: fc.oneof(
          anything,
          fc.constantFrom('ThrottlingException', 'TransactionCanceledException', 'TimeoutError'),
        ),
        code: anything,
        syscall: anything,
        message: anything,
        errors: anything,
        cause: anything,
        CancellationReasons: fc.oneof(anything, fc.array(anything)),
        $metadata: fc.oneof(anything, fc.record({ httpStatusCode: anything, attempts: anything })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, likeAnError), fc.boolean(), (thrown, readOnly) => {
        const { kind, mayHaveHappened, retry } = classify(thrown, { readOnly });
        expect(kind).toBeTypeOf('string');
        expect(['no', 'rerun', 'repeat']).toContain(retry);
        expect(mayHaveHappened && readOnly).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('assumes nothing of what says nothing', () => {
    const nothing = [
      undefined,
      null,
      'text',
      7,
      {},
      new Error('x'),
      new TypeError('y'),
      { name: 'ValidationError' },
      { name: 7 },
    ];
    for (const each of nothing) {
      expect(classify(each)).toEqual({
        kind: 'UnknownError',
        mayHaveHappened: true,
        retry: 'no',
        retryAfter: undefined,
      });
    }
    expect(classify(AbortSignal.abort().reason)).toMatchObject({ kind: 'AbortError', mayHaveHappened: true });
    expect(classify(AbortSignal.abort().reason, { readOnly: true })).toMatchObject({ mayHaveHappened: false });
  });
});
