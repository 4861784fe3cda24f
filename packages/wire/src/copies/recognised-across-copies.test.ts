import { describe, expect, it, vi } from 'vitest';
import { Decimal, NumberError, ServiceError } from '../index.js';

describe('instances of another copy of the package', async () => {
  vi.resetModules();
  const copy = await import('../index.js');

  it('are recognised', () => {
    expect(copy.ServiceError).not.toBe(ServiceError);
    expect(new ServiceError('ValidationException', 'no') instanceof copy.ServiceError).toBe(true);
    expect(new ServiceError('ValidationException', 'no') instanceof copy.UnansweredError).toBe(false);
    expect(new NumberError('no') instanceof copy.NumberError).toBe(true);
    expect(new Error('no') instanceof ServiceError).toBe(false);
    expect(Object.create(null) instanceof ServiceError).toBe(false);
  });

  it('of numbers can be reckoned with', () => {
    expect(String(Decimal.from(1).plus(copy.Decimal.from('0.5')))).toBe('1.5');
  });

  it('are not taken for those of a subclass', () => {
    class Mine extends ServiceError {}
    expect(new ServiceError('x', 'y') instanceof Mine).toBe(false);
    expect(new Mine('x', 'y') instanceof Mine).toBe(true);
    expect(new Mine('x', 'y') instanceof ServiceError).toBe(true);
  });
});
