import { describe, expect, test } from 'vitest';
import { TokenLedger, tokenLifetime } from './token-ledger.js';

const transaction = { actions: [], readCosts: [] };

describe('TokenLedger', () => {
  test('forgets what nobody can ask for any more', () => {
    const ledger = TokenLedger.empty();
    for (let time = 0; time < 1000; time += 1) ledger.remember(`token-${time}`, transaction, time + 0.5);
    expect(ledger.size).toBe(1000);
    ledger.remember('late', transaction, tokenLifetime + 499);
    expect(ledger.size).toBe(501);
    ledger.remember('later', transaction, 3 * tokenLifetime);
    expect(ledger.size).toBe(1);
  });

  test('a token used again after its time lives on from there', () => {
    const ledger = TokenLedger.empty();
    ledger.remember('token', transaction, 0);
    expect(ledger.find('token', tokenLifetime)).toBeUndefined();
    ledger.remember('token', transaction, tokenLifetime);
    ledger.remember('other', transaction, tokenLifetime + 1);
    expect(ledger.find('token', 2 * tokenLifetime - 1)).toBeDefined();
  });

  test('a clone remembers on its own', () => {
    const ledger = TokenLedger.empty();
    ledger.remember('both', transaction, 0);
    const clone = ledger.clone();
    clone.remember('clone', transaction, 0);
    expect(ledger.find('clone', 1)).toBeUndefined();
    expect(clone.find('both', 1)).toBeDefined();
  });
});
