import { createEngine } from '@holdfast/engine';
import { a, entity, raw, table, ValidationError } from 'holdfast';
import { describe, expect, it } from 'vitest';

// What is copied or compared within DynamoDB, where the program reads alike what is stored otherwise.

const card = () => ({ card: { last4: a.string() }, cash: {} });
const Place = entity('PLACE', {
  key: { pk: 'PLACE#{id}', sk: 'PLACE' },
  attributes: {
    id: a.string(),
    home: a.map({ city: a.string(), zip: a.uuid() }).optional(),
    work: a.map({ zip: a.string(), city: a.literal('Rome', 'Oslo') }).optional(),
    renamed: a.map({ city: a.string().as('c'), zip: a.string() }).optional(),
    swapped: a.map({ city: a.string().as('zip'), zip: a.string().as('city') }).optional(),
    texts: a.list(a.timestamp()).optional(),
    moreTexts: a.list(a.timestamp()).optional(),
    seconds: a.list(a.epochSeconds()).optional(),
    homes: a.record(a.map({ city: a.string(), zip: a.string() })).optional(),
    renamedHomes: a.record(a.map({ city: a.string().as('c'), zip: a.string() })).optional(),
    paid: a.union('type', card()).optional(),
    paidBack: a.union('type', card()).optional(),
    paidOther: a.union('type', { ...card(), card: { last4: a.string().as('digits') } }).optional(),
    count: a.number().optional(),
    anything: a.json<unknown>().optional(),
    name: a.string().optional(),
  },
});

/** As a program without types sees a path. */
interface Untyped {
  eq(other: unknown): never;
  contains(other: unknown): never;
}
const untyped = (path: unknown) => path as Untyped;

describe('two attributes', () => {
  const places = table({ name: 'places', backend: createEngine().backend(), entities: [Place] }).of(Place);
  const update = () => places.update({ id: '1' });

  it.each<readonly [string, () => unknown, string]>([
    ['maps with a renamed member', () => update().set((p) => p.home.to(p.renamed)), 'PLACE.home and PLACE.renamed'],
    ['maps whose names are swapped', () => update().set((p) => p.home.to(p.swapped)), 'PLACE.home and PLACE.swapped'],
    ['lists of other times', () => update().set((p) => p.texts.to(p.seconds)), 'PLACE.texts and PLACE.seconds'],
    [
      'records of such maps',
      () => update().set((p) => p.homes.to(p.renamedHomes)),
      'PLACE.homes and PLACE.renamedHomes',
    ],
    ['a member and a map', () => update().set((p) => p.homes.at('x').to(p.renamed)), 'PLACE.homes.x and PLACE.renamed'],
    [
      'unions with a renamed member',
      () => update().set((p) => p.paid.to(p.paidOther)),
      'PLACE.paid and PLACE.paidOther',
    ],
    [
      'what stands in for the other',
      () => update().set((p) => p.home.to(p.renamed.ifNotExists({ city: 'Rome', zip: '1' }))),
      'PLACE.home and PLACE.renamed',
    ],
    ['lists, joined', () => update().set((p) => p.texts.to(p.seconds.append([]))), 'PLACE.texts and PLACE.seconds'],
    ['a document and a map', () => update().set((p) => p.anything.to(p.renamed)), 'PLACE.anything and PLACE.renamed'],
    ['maps, compared', () => update().if((p) => untyped(p.home).eq(p.renamed)), 'PLACE.home and PLACE.renamed'],
    ['a text and a number', () => update().if((p) => untyped(p.name).eq(p.count)), 'PLACE.name and PLACE.count'],
    ['an element', () => update().if((p) => untyped(p.texts).contains(p.count)), 'PLACE.texts and PLACE.count'],
  ])('that are stored in different forms are refused: %s', (_name, call, both) => {
    expect(call).toThrow(ValidationError);
    expect(call).toThrow(`${both} are stored in different forms; compare or copy what a read gives, or use raw`);
  });

  it('that are stored in one form are copied and compared, however they were declared', async () => {
    const shop = table({ name: 'places', backend: createEngine().backend(), entities: [Place] });
    await shop.createTable();
    const stored = shop.of(Place);
    const zip = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const texts = [new Date(0)];
    await stored
      .create({
        id: '1',
        home: { city: 'Rome', zip },
        texts,
        paid: { type: 'card', last4: '1' },
        count: 4,
        name: 'Rome',
      })
      .send();
    await stored
      .update({ id: '1' })
      .if((p) => p.name.size().eq(p.count).and(p.home.at('city').eq(p.name)))
      .set((p) => [
        p.work.to(p.home as never),
        p.moreTexts.to(p.texts),
        p.paidBack.to(p.paid),
        p.anything.to(p.count),
        p.homes.to(raw`${{}}`),
      ])
      .send();
    expect(await stored.get({ id: '1' }).orThrow()).toMatchObject({
      work: { city: 'Rome', zip },
      moreTexts: texts,
      paidBack: { type: 'card', last4: '1' },
      anything: 4,
      homes: {},
    });
  });
});
