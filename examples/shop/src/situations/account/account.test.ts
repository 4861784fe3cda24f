import { describe, expect, test } from 'vitest';
import { StoredItems } from '../../database/stored-items.js';
import { rehearse } from '../../run/rehearse.js';
import { rates } from '../../weather.js';
import { accountSituation } from './account.js';
import { account, judge } from './promise.js';

describe('the judge', () => {
  const deliveries = [100, 250].map((amount, index) => ({
    command: { id: `deposit-${index}`, account, amount },
    answer: undefined,
    times: 1,
  }));
  const withBalance = (balance: string) =>
    new StoredItems([{ pk: { S: `ACCOUNT#${account}` }, sk: { S: 'BALANCE' }, balance: { N: balance } }]);

  test('is content with the sum of the deposits', () => {
    expect(judge(deliveries, withBalance('350'))).toEqual({ promised: '3.50', stored: '3.50', wrong: [] });
  });

  test('sees what was lost', () => {
    expect(judge(deliveries, withBalance('100')).wrong).toEqual([{ kind: 'lost', count: 250, text: '2.50 lost' }]);
    expect(judge(deliveries, new StoredItems([])).wrong).toMatchObject([{ kind: 'lost', count: 350 }]);
  });

  test('sees what was counted twice', () => {
    expect(judge(deliveries, withBalance('600')).wrong).toMatchObject([{ kind: 'doubled', count: 250 }]);
  });
});

describe('the account', () => {
  const situation = accountSituation({ tellers: 20, depositsEach: 3 });

  test('in calm weather is right with the loop and with Holdfast, and loses deposits by hand', async () => {
    expect((await rehearse(situation, 'by hand')).verdict.wrong).toMatchObject([{ kind: 'lost' }]);
    expect((await rehearse(situation, 'optimistic loop')).verdict.wrong).toEqual([]);
    expect((await rehearse(situation, 'Holdfast')).verdict.wrong).toEqual([]);
  });

  test('counts deposits twice with the loop when answers are lost, and not with Holdfast', async () => {
    const weather = { rates: { lostAnswer: 0.1 } };
    expect((await rehearse(situation, 'optimistic loop', weather)).verdict.wrong).toMatchObject([{ kind: 'doubled' }]);
    expect((await rehearse(situation, 'Holdfast', weather)).verdict.wrong).toEqual([]);
  });

  test.each([1, 2, 3])('with Holdfast is right in storm %i', async (seed) => {
    const { verdict } = await rehearse(situation, 'Holdfast', { seed, rates });
    expect(verdict.wrong).toEqual([]);
  });
});
