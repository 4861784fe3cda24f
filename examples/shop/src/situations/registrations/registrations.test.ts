import { describe, expect, test } from 'vitest';
import { type StoredItem, StoredItems } from '../../database/stored-items.js';
import { rehearse } from '../../run/rehearse.js';
import { rates } from '../../weather.js';
import { judge, type RegistrationAnswer } from './promise.js';
import { registrationsSituation } from './registrations.js';

describe('the judge', () => {
  const ada = { id: 'ada', address: 'ada@example.com', handle: 'ada' };
  const bob = { id: 'bob', address: 'ada@example.com', handle: 'bob' };
  const mail = (address: string, owner: string): StoredItem => ({
    pk: { S: `MAIL#${address}` },
    sk: { S: 'CLAIM' },
    owner: { S: owner },
  });
  const handle = (name: string, owner: string): StoredItem => ({
    pk: { S: `HANDLE#${name}` },
    sk: { S: 'CLAIM' },
    owner: { S: owner },
  });
  const profile = (id: string): StoredItem => ({ pk: { S: `PERSON#${id}` }, sk: { S: 'PROFILE' } });
  const wrong = (answers: { ada: RegistrationAnswer; bob: RegistrationAnswer }, items: readonly StoredItem[]) =>
    judge(
      [
        { command: ada, answer: answers.ada, times: 1 },
        { command: bob, answer: answers.bob, times: 1 },
      ],
      new StoredItems(items),
    ).wrong.map(({ kind, count }) => [kind, count]);
  const adaOnly = [mail('ada@example.com', 'ada'), handle('ada', 'ada'), profile('ada')];

  test('is content with one owner of each name and the truth told', () => {
    expect(wrong({ ada: 'registered', bob: 'address taken' }, adaOnly)).toEqual([]);
  });

  test('sees a claim without its profile', () => {
    expect(wrong({ ada: 'registered', bob: 'address taken' }, [...adaOnly, handle('bob', 'bob')])).toEqual([
      ['half done', 1],
    ]);
  });

  test('sees a registration whose name another has taken over', () => {
    const items = [mail('ada@example.com', 'bob'), handle('ada', 'ada'), profile('ada')];
    expect(wrong({ ada: 'registered', bob: 'registered' }, [...items, handle('bob', 'bob'), profile('bob')])).toEqual([
      ['half done', 1],
      ['false answer', 1],
    ]);
  });

  test('sees that somebody was told "taken" and has the name', () => {
    expect(wrong({ ada: 'address taken', bob: 'address taken' }, adaOnly)).toEqual([
      ['false answer', 1],
      ['false answer', 1],
    ]);
  });

  test('sees that a name was refused which nobody has', () => {
    expect(wrong({ ada: 'registered', bob: 'handle taken' }, adaOnly)).toEqual([['false answer', 1]]);
  });
});

describe('the registrations', () => {
  const situation = registrationsSituation({ people: 90, names: 30 });

  test('race by hand, and not with Holdfast, in calm weather', async () => {
    expect((await rehearse(situation, 'by hand')).verdict.wrong).not.toEqual([]);
    expect((await rehearse(situation, 'Holdfast')).verdict.wrong).toEqual([]);
  });

  test('are left half done with the loop when answers are lost, and not with Holdfast', async () => {
    const weather = { rates: { lostAnswer: 0.2 } };
    expect((await rehearse(situation, 'optimistic loop', weather)).verdict.wrong).toContainEqual(
      expect.objectContaining({ kind: 'half done' }),
    );
    expect((await rehearse(situation, 'Holdfast', weather)).verdict.wrong).toEqual([]);
  });

  test.each([1, 2, 3])('with Holdfast are right in storm %i', async (seed) => {
    const { verdict } = await rehearse(situation, 'Holdfast', { seed, rates });
    expect(verdict.wrong).toEqual([]);
  });
});
