import { describe, expect, test } from 'vitest';
import { StoredItems } from '../../database/stored-items.js';
import { rehearse } from '../../run/rehearse.js';
import { wayNames } from '../../situation/situation.js';
import { rates } from '../../weather.js';
import { pageCounterSituation } from './page-counter.js';
import { judge } from './promise.js';

describe('the judge', () => {
  const deliveries = ['/', '/', '/cart'].map((path, index) => ({
    command: { id: `view-${index}`, path },
    answer: undefined,
    times: 1,
  }));
  const wrong = (counts: Readonly<Record<string, number>>) => {
    const items = Object.entries(counts).map(([path, views]) => ({
      pk: { S: `VIEWS#${path}` },
      sk: { S: 'COUNT' },
      views: { N: String(views) },
    }));
    return judge(deliveries, new StoredItems(items)).wrong.map(({ kind, count }) => [kind, count]);
  };

  test('is content where every view is counted once', () => {
    expect(wrong({ '/': 2, '/cart': 1 })).toEqual([]);
  });

  test('sees lost and doubled views, and does not set one page off against another', () => {
    expect(wrong({ '/': 1, '/cart': 2 })).toEqual([
      ['lost', 1],
      ['doubled', 1],
    ]);
  });
});

describe('the page counter', () => {
  const situation = pageCounterSituation({ views: 150, pages: 3 });

  test('is right in every way in calm weather', async () => {
    for (const way of wayNames) expect((await rehearse(situation, way)).verdict.wrong).toEqual([]);
  });

  test('counts twice when answers are lost, by hand and with the loop, and once with Holdfast', async () => {
    const weather = { rates: { lostAnswer: 0.1 } };
    expect((await rehearse(situation, 'by hand', weather)).verdict.wrong).toMatchObject([{ kind: 'doubled' }]);
    expect((await rehearse(situation, 'optimistic loop', weather)).verdict.wrong).toMatchObject([{ kind: 'doubled' }]);
    expect((await rehearse(situation, 'Holdfast', weather)).verdict.wrong).toEqual([]);
  });

  test.each([1, 2, 3])('with Holdfast is right in storm %i', async (seed) => {
    const { verdict } = await rehearse(situation, 'Holdfast', { seed, rates });
    expect(verdict.wrong).toEqual([]);
  });
});
