import { ServiceError } from '@holdfast/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatchIncompleteError } from '../errors/batch-incomplete-error.js';
import {
  ConditionFailedError,
  TransactionCanceledError,
  TransactionConflictError,
  TransactionInProgressError,
  VersionConflictError,
} from '../errors/conflict-errors.js';
import { DeadlineExceededError } from '../errors/deadline-exceeded-error.js';
import { HoldfastError } from '../errors/holdfast-error.js';
import { InDoubtError } from '../errors/in-doubt-error.js';
import {
  AccessDeniedError,
  InternalError,
  LimitExceededError,
  ResourceNotFoundError,
  ThrottledError,
} from '../errors/service-errors.js';
import { ItemNotFoundError, StoredItemError, ValidationError } from '../errors/usage-errors.js';
import { PreconditionError } from './precondition-error.js';
import { toProblem } from './to-problem.js';

const secret = 'pk "SECRET#1" balance 12.50';
const seen = { clauses: [{ text: secret, path: secret, saw: secret, seen: [], parts: [] }], stored: { secret } };
const by = (name: string) => ({ cause: new ServiceError(name, secret) });
const canceled = (...conflicts: boolean[]) =>
  new TransactionCanceledError(
    secret,
    conflicts.map((isVersionConflict, index) => {
      return { label: `label${index}`, code: 'ConditionalCheckFailed', message: secret, ...seen, isVersionConflict };
    }),
    { retry: conflicts.length > 0 ? 'rerun' : 'no' },
  );
class OfARecipe extends HoldfastError {
  static override readonly kind = 'OfARecipe';
}

const remains = { unprocessed: [1], inDoubt: [] };
const rows: readonly (readonly [status: number, error: unknown, retryAfter?: string])[] = [
  [202, new TransactionInProgressError(secret), '5'],
  [400, new ValidationError(secret)],
  [400, new PreconditionError(secret, 400)],
  [403, new AccessDeniedError(secret)],
  [403, new AccessDeniedError(secret, by('AccessDeniedException'))],
  [404, new ItemNotFoundError(secret)],
  [409, new ConditionFailedError(secret, seen)],
  [409, canceled(true, false)],
  [409, new TransactionConflictError(secret), '1'],
  [409, new OfARecipe(secret, { retry: 'rerun' })],
  [412, new VersionConflictError(secret, seen)],
  [412, canceled(true)],
  [412, new PreconditionError(secret, 412)],
  [422, new LimitExceededError(secret)],
  [422, new ValidationError(secret, { mayHaveHappened: true })],
  [428, new PreconditionError(secret, 428)],
  [429, new ThrottledError(secret), '1'],
  [500, new AccessDeniedError(secret, by('ExpiredTokenException'))],
  [500, new ResourceNotFoundError(secret)],
  [500, new StoredItemError(secret)],
  [500, new OfARecipe(secret)],
  [500, canceled()],
  [500, new TypeError(secret)],
  [500, secret],
  [503, new InternalError(secret), '1'],
  [503, new LimitExceededError(secret, { retry: 'repeat', retryAfter: 10_000 }), '10'],
  [503, new OfARecipe(secret, { retry: 'repeat', retryAfter: 1_500 }), '2'],
  [504, new InDoubtError(secret, [], undefined)],
  [504, new DeadlineExceededError(secret)],
  [504, new BatchIncompleteError(secret, { unprocessed: [], inDoubt: [1], error: undefined }, true)],
  [504, new BatchIncompleteError(secret, { ...remains, error: new DeadlineExceededError(secret) }, true)],
  [504, new BatchIncompleteError(secret, { ...remains, error: new DeadlineExceededError(secret) }, false)],
  [503, new BatchIncompleteError(secret, { ...remains, error: new TransactionConflictError(secret) }, true), '1'],
  [500, new BatchIncompleteError(secret, { ...remains, error: new ValidationError(secret) }, true)],
  [503, new BatchIncompleteError(secret, { ...remains, error: new ThrottledError(secret) }, true), '1'],
  // an SDK's own, by whoever uses it beside the library
  [429, { name: 'ThrottlingException', message: secret }, '1'],
  [429, { name: 'ThrottlingException', message: secret, $metadata: { httpStatusCode: 400, attempts: 4 } }, '1'],
  [202, { name: 'TransactionInProgressException', $metadata: { httpStatusCode: 400, attempts: 4 } }, '5'],
  [409, { name: 'ConditionalCheckFailedException', message: secret }],
  [504, Object.assign(new Error(secret), { code: 'ECONNRESET' })],
];

describe('toProblem', () => {
  it.each(rows)('answers %i to %s', (status, error, retryAfter) => {
    const { headers, body, ...answer } = toProblem(error);
    expect(answer.status).toBe(status);
    expect(body.status).toBe(status);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(headers['retry-after']).toBe(retryAfter);
    expect(body).toMatchObject({ type: 'about:blank', title: expect.any(String), detail: expect.any(String) });
  });

  it.each(rows)('tells nothing of what is stored: %i to %s', (_status, error) => {
    const text = JSON.stringify(toProblem(error));
    for (const word of ['SECRET', '12.50', 'label', 'OfARecipe', 'Canceled']) expect(text).not.toContain(word);
  });

  it('says whether the change may have taken place', () => {
    expect(toProblem(new InDoubtError('?', [], undefined)).body.mayHaveHappened).toBe(true);
    expect(toProblem(new InDoubtError('?', [], undefined)).body.detail).toContain('may have taken place');
    expect(toProblem(new ThrottledError('?')).body.mayHaveHappened).toBe(false);
    expect(toProblem(new ThrottledError('?')).body.detail).toContain('Nothing was changed.');
    const partly = new BatchIncompleteError('?', { ...remains, error: new TransactionConflictError('?') }, true);
    const throttled = { name: 'ThrottlingException', $metadata: { httpStatusCode: 400, attempts: 4 } };
    for (const each of [partly, throttled]) {
      expect(toProblem(each).body.mayHaveHappened).toBe(true);
      expect(toProblem(each).body.detail).toContain('The change may have taken place.');
      expect(toProblem(each).body.detail).not.toContain('Nothing was changed');
    }
    expect(toProblem(new DeadlineExceededError('?')).body.detail).toBe('No answer came in time.');
  });

  it('tells more where it is told to', () => {
    const { status, body } = toProblem(canceled(true, false), {
      type: (kind) => `https://example.com/problems/${kind}`,
      instance: '/accounts/7',
      statuses: { TransactionCanceledError: 422 },
      expose: ['labels', 'message'],
    });
    expect(status).toBe(422);
    expect(body).toEqual({
      type: 'https://example.com/problems/TransactionCanceledError',
      title: 'Unprocessable Content',
      status: 422,
      detail: secret,
      instance: '/accounts/7',
      mayHaveHappened: false,
      labels: ['label0', 'label1'],
    });
    expect(toProblem(new TypeError(secret), { expose: ['message'] }).body.detail).not.toBe(secret);
  });

  it('answers to whatever can be thrown, and tells nothing of it', () => {
    const known =
      /^\{"type":"about:blank","title":"[A-Za-z ]+","status":\d{3},"detail":"[\w .,'-]+","mayHaveHappened":(true|false)\}$/;
    const problem = fc.oneof(
      fc.anything({ withNullPrototype: true, withBigInt: true }),
      fc.record({ applied: fc.constant(false), labels: fc.anything(), clauses: fc.anything() }),
    );
    fc.assert(
      fc.property(problem, (thrown) => {
        const { status, body } = toProblem(thrown);
        expect(JSON.stringify(body)).toMatch(known);
        expect(status).toBeGreaterThanOrEqual(400);
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses an outcome that was applied', () => {
    expect(() => toProblem({ applied: true, returned: undefined })).toThrow(ValidationError);
  });
});
