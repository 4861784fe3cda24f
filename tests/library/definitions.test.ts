import { createEngine } from '@holdfast/engine';
import { a, type Entity, entity, table, ValidationError } from 'holdfast';
import { describe, expect, it } from 'vitest';

describe('definitions that contradict themselves', () => {
  const id = a.string();
  const bad = entity as unknown as (...definition: readonly unknown[]) => unknown;
  it.each<readonly [string, () => unknown, string]>([
    ['an empty name', () => entity('', { key: { pk: 'X#{id}' }, attributes: { id } }), 'needs a name'],
    [
      'an unknown parameter',
      () => bad('X', { key: { pk: 'X#{idd}' }, attributes: { id } }),
      'the key parameter idd is no attribute; there are id',
    ],
    [
      'an optional parameter',
      () => bad('X', { key: { pk: 'X#{id}' }, attributes: { id: id.optional() } }),
      '{id} must name a required',
    ],
    [
      'two versions',
      () => entity('X', { key: { pk: 'X#{id}' }, attributes: { id, v: a.version(), w: a.version() } }),
      'has 2 versions: v, w',
    ],
    [
      'an owner that is not there',
      () => bad('X', { key: { pk: 'X#{id}' }, attributes: { id }, owner: 'o' }),
      'the owner o is no attribute',
    ],
    [
      'an owner and a version',
      () => entity('X', { key: { pk: 'X#{id}' }, attributes: { id, o: a.string(), v: a.version() }, owner: 'o' }),
      'an owner and a version',
    ],
    [
      'a union that declares its discriminator',
      () => a.union('type', { card: { type: a.string() } }),
      'which tells the variants apart',
    ],
    ['a version inside a map', () => a.map({ v: a.version() }), 'a version belongs to an item'],
    ['a time to live inside a list', () => a.list(a.timeToLive()), 'a timeToLive belongs to an item'],
    ['a literal of nothing', () => a.literal(), 'at least one value'],
  ])('%s', (_name, define, message) => {
    expect(define).toThrow(ValidationError);
    expect(define).toThrow(message);
  });

  const one = entity('ONE', { key: { pk: 'X#{id}', sk: 'A' }, attributes: { id } });
  const tableOf = (...entities: readonly Entity<string, never, string, string>[]) =>
    table({ name: 't', backend: createEngine().backend(), entities: entities as never });
  it.each<readonly [string, () => unknown, string]>([
    ['no entities', () => tableOf(), 'needs at least one entity'],
    [
      'an attribute of a name that the library keeps',
      () => tableOf(entity('X', { key: { pk: 'X#{id}' }, attributes: { id, e: id.as('_entity') } }) as never),
      'X.e would be stored as _entity, which the library keeps for itself',
    ],
    ['one name twice', () => tableOf(one as never, one as never), 'two entities of the name ONE'],
    [
      'keys that can meet',
      () => tableOf(one as never, entity('TWO', { key: { pk: 'X#{key}', sk: 'A' }, attributes: { key: id } }) as never),
      'ONE and TWO can meet at one key',
    ],
    [
      'keys that can meet in other words',
      () =>
        tableOf(
          one as never,
          entity('TWO', { key: { pk: '{kind}#{id}', sk: '{part}' }, attributes: { kind: id, id, part: id } }) as never,
        ),
      'ONE and TWO can meet at one key',
    ],
    [
      'a sort key here and none there',
      () => tableOf(one as never, entity('TWO', { key: { pk: 'Y#{id}' }, attributes: { id } }) as never),
      'differ in having a sort key',
    ],
  ])('a table with %s', (_name, define, message) => {
    expect(define).toThrow(message);
  });

  it('a table that is there with another key', async () => {
    const store = createEngine().backend();
    await table({ name: 'things', backend: store, entities: [one] }).createTable();
    const flat = entity('FLAT', { key: { pk: 'F#{id}' }, attributes: { id } });
    const other = table({ name: 'things', backend: store, entities: [flat] });
    await expect(other.createTable()).rejects.toThrow('is there with the key pk HASH, sk RANGE, not pk HASH');
  });
});
