import { createEngine } from '@holdfast/engine';
import { a, entity, table } from 'holdfast';
import { describe, expect, it } from 'vitest';

describe('defaults', () => {
  const Visit = entity('VISIT', {
    key: { pk: 'VISIT#{id}' },
    attributes: {
      id: a.string(),
      count: a.number().default(3),
      made: a.number().default(() => 7),
      place: a.map({ city: a.string().default('Rome'), note: a.string().optional() }).optional(),
    },
  });
  const open = async () => {
    const log = table({ name: 'visits', backend: createEngine().backend(), entities: [Visit] });
    await log.createTable();
    const storedItem = async () => (await log.backend.execute('Scan', { TableName: 'visits' })).output.Items?.[0];
    return { backend: log.backend, visits: log.of(Visit), storedItem };
  };

  it.each(['create', 'put'] as const)('stand in for what is given as undefined to %s', async (verb) => {
    const { visits, storedItem } = await open();
    const given = { id: '1', count: undefined, made: undefined, place: { city: undefined, note: undefined } };
    await visits[verb](given as never).send();
    const stored = await storedItem();
    expect(stored).toMatchObject({ count: { N: '3' }, made: { N: '7' } });
    expect(stored?.place).toEqual({ M: { city: { S: 'Rome' } } });
  });

  it('are stored by an upsert that sets nothing, which takes no undefined', async () => {
    const { visits, storedItem } = await open();
    expect(() => visits.upsert({ id: '1' }).set({ count: undefined } as never)).toThrow(
      'VISIT.count: set() was given undefined',
    );
    await visits.upsert({ id: '1' }).send();
    expect(await storedItem()).toMatchObject({ count: { N: '3' }, made: { N: '7' } });
    // what is stored stays
    await visits.update({ id: '1' }).add({ count: 1 }).send();
    await visits.upsert({ id: '1' }).send();
    expect(await storedItem()).toMatchObject({ count: { N: '4' }, made: { N: '7' } });
  });

  it('are what a read finds, and a condition does not', async () => {
    const { visits, backend } = await open();
    const Older = entity('VISIT', { key: { pk: 'VISIT#{id}' }, attributes: { id: a.string() } });
    await table({ name: 'visits', backend, entities: [Older] })
      .of(Older)
      .put({ id: '1' })
      .send();
    expect((await visits.get({ id: '1' }).orThrow()).count).toBe(3);
    const set = () => visits.update({ id: '1' }).set({ made: 1 });
    expect(
      await set()
        .if((visit) => visit.count.eq(3))
        .trySend(),
    ).toMatchObject({ applied: false });
    expect(
      await set()
        .if((visit) => visit.count.notExistsOrEq(3))
        .trySend(),
    ).toMatchObject({ applied: true });
  });
});
