import { describe, expect, test } from 'vitest';
import { type StoredItem, StoredItems } from '../../database/stored-items.js';
import { rehearse } from '../../run/rehearse.js';
import { rates } from '../../weather.js';
import { chargesSituation } from './charges.js';
import { judge } from './promise.js';

describe('the judge', () => {
  const charge = { id: 'c1', customer: 'ada', amount: 500 };
  const receipt = (id: string, number: string): StoredItem => ({
    pk: { S: `CHARGE#${id}` },
    sk: { S: 'RECEIPT' },
    receipt: { S: number },
  });
  const account = (customer: string, charged: number): StoredItem => ({
    pk: { S: `CUSTOMER#${customer}` },
    sk: { S: 'ACCOUNT' },
    charged: { N: String(charged) },
  });
  const wrong = (answers: readonly string[], items: readonly StoredItem[]) =>
    judge(
      answers.map((answer) => ({ command: charge, answer, times: 1 })),
      new StoredItems(items),
    ).wrong.map(({ kind, count }) => [kind, count]);

  test('is content with one booking and one receipt however often the charge was sent', () => {
    expect(wrong(['r1', 'r1', 'r1'], [receipt('c1', 'r1'), account('ada', 500)])).toEqual([]);
  });

  test('sees a charge that was booked twice', () => {
    expect(wrong(['r1', 'r1'], [receipt('c1', 'r1'), account('ada', 1000)])).toEqual([['doubled', 500]]);
  });

  test('sees a charge that was never booked', () => {
    expect(wrong(['r1'], [receipt('c1', 'r1')])).toEqual([['lost', 500]]);
  });

  test('sees senders who got another receipt than the stored one', () => {
    expect(wrong(['r1', 'r2'], [receipt('c1', 'r1'), account('ada', 500)])).toEqual([['false answer', 1]]);
    expect(wrong(['r1'], [account('ada', 500)])).toEqual([['false answer', 1]]);
  });

  test('does not set one customer off against another', () => {
    const deliveries = [charge, { id: 'c2', customer: 'bob', amount: 500 }].map((command) => ({
      command,
      answer: command.id,
      times: 1,
    }));
    const stored = new StoredItems([receipt('c1', 'c1'), receipt('c2', 'c2'), account('ada', 1000)]);
    expect(judge(deliveries, stored).wrong.map(({ kind, count }) => [kind, count])).toEqual([
      ['lost', 500],
      ['doubled', 500],
    ]);
  });
});

describe('the charges', () => {
  const situation = chargesSituation({ charges: 60, customers: 6, timesEach: 3 });

  test('race by hand, and neither with the loop nor with Holdfast, in calm weather', async () => {
    expect((await rehearse(situation, 'by hand')).verdict.wrong).toContainEqual(
      expect.objectContaining({ kind: 'doubled' }),
    );
    expect((await rehearse(situation, 'optimistic loop')).verdict.wrong).toEqual([]);
    expect((await rehearse(situation, 'Holdfast')).verdict.wrong).toEqual([]);
  });

  test('are booked twice with the loop when answers are lost, and once with Holdfast', async () => {
    const weather = { rates: { lostAnswer: 0.1 } };
    expect((await rehearse(situation, 'optimistic loop', weather)).verdict.wrong).toContainEqual(
      expect.objectContaining({ kind: 'doubled' }),
    );
    expect((await rehearse(situation, 'Holdfast', weather)).verdict.wrong).toEqual([]);
  });

  test.each([1, 2, 3])('with Holdfast are right in storm %i', async (seed) => {
    const { verdict } = await rehearse(situation, 'Holdfast', { seed, rates });
    expect(verdict.wrong).toEqual([]);
  });
});
