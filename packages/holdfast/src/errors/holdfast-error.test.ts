import { describe, expect, it, vi } from 'vitest';
import { ConditionFailedError, VersionConflictError } from './conflict-errors.js';
import { HoldfastError } from './holdfast-error.js';
import { ThrottledError } from './service-errors.js';

describe('instances of the errors', () => {
  const conflict = new VersionConflictError('no', { clauses: [], stored: undefined });

  it('are told by class and by the classes above', () => {
    expect(conflict).toBeInstanceOf(VersionConflictError);
    expect(conflict).toBeInstanceOf(ConditionFailedError);
    expect(conflict).toBeInstanceOf(HoldfastError);
    expect(conflict).toBeInstanceOf(Error);
    expect(conflict).not.toBeInstanceOf(ThrottledError);
    expect(new TypeError('x')).not.toBeInstanceOf(HoldfastError);
    expect(conflict.name).toBe('VersionConflictError');
  });

  it('are recognised across copies of the package', async () => {
    vi.resetModules();
    const copy = await import('./conflict-errors.js');
    expect(copy.VersionConflictError).not.toBe(VersionConflictError);
    expect(conflict instanceof copy.ConditionFailedError).toBe(true);
    expect(new copy.TransactionConflictError('x') instanceof VersionConflictError).toBe(false);
  });

  it('leave subclasses of a program to their own instances', () => {
    class Mine extends ThrottledError {}
    expect(new ThrottledError('x') instanceof Mine).toBe(false);
    expect(new Mine('x') instanceof Mine).toBe(true);
    expect(new Mine('x') instanceof ThrottledError).toBe(true);
  });

  it('say whether the write may have happened and whether running again helps', () => {
    expect(conflict).toMatchObject({ retry: 'rerun', mayHaveHappened: false });
    expect(new ThrottledError('x')).toMatchObject({ retry: 'repeat', mayHaveHappened: false });
  });
});
