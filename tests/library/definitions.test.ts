import { createEngine } from '@holdfast/engine';
import { a, type Entity, entity, type IndexDefinition, table, ValidationError } from 'holdfast';
import { toCloudFormation } from 'holdfast/infra';
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
    table({ name: 'things', backend: createEngine().backend(), entities: entities as never });
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

  const notes = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`note${index}`, a.string().optional()]));
  const firstNotes = (count: number) => Object.keys(notes).slice(0, count);
  const withIndexes = (name: string, key: { pk: string; sk?: string }, indexes: Record<string, IndexDefinition>) =>
    table({
      name,
      backend: createEngine().backend(),
      entities: [bad('NOTED', { key, attributes: { id, ...notes }, indexes })] as never,
    });
  const many = (count: number, index: (note: string) => IndexDefinition) =>
    Object.fromEntries(firstNotes(count).map((note) => [`by_${note}`, index(`{${note}}`)]));
  const sorted = { pk: '{id}', sk: 'NOTED' };
  const refusedName = 'the name of a table or index is 3 to 255 letters, digits, _, . and -';
  it.each<readonly [string, () => unknown, string]>([
    [
      'six local indexes',
      () =>
        withIndexes(
          'things',
          sorted,
          many(6, (sk) => ({ sk })),
        ),
      'the table things has 6 local indexes; DynamoDB takes 5: make them global',
    ],
    [
      'a local index and no sort key',
      () => withIndexes('things', { pk: '{id}' }, { local: { sk: '{note0}' } }),
      'the table things has 1 local indexes and no sort key; DynamoDB takes 0: make them global',
    ],
    [
      'over 100 projected attributes',
      () =>
        withIndexes('things', sorted, {
          one: { pk: '{note0}', projection: firstNotes(61).slice(1) },
          two: { pk: '{note1}', projection: ['note0', ...firstNotes(41).slice(2)] },
        }),
      // each index holds the entity's name too
      'the table things has 102 attributes projected by name; DynamoDB takes 100: project all',
    ],
    [
      'an index of a short name',
      () => withIndexes('things', sorted, { ab: { pk: '{note0}' } }),
      `"ab": ${refusedName}`,
    ],
    [
      'an index with a space',
      () => withIndexes('things', sorted, { 'a b': { pk: '{note0}' } }),
      `"a b": ${refusedName}`,
    ],
    ['no name', () => withIndexes('', sorted, {}), `"": ${refusedName}`],
    ['a name with a space', () => withIndexes('a b', sorted, {}), `"a b": ${refusedName}`],
    ['a name that is too long', () => withIndexes('x'.repeat(300), sorted, {}), refusedName],
    [
      'a key attribute of a long name',
      () =>
        table({ name: 'things', backend: createEngine().backend(), keys: { pk: 'k'.repeat(256) }, entities: [one] }),
      'has 256 bytes; DynamoDB takes 1 to 255',
    ],
    [
      'a projected attribute of a long name',
      () =>
        tableOf(
          bad('X', {
            key: sorted,
            attributes: { id, note: a.string().as('n'.repeat(256)) },
            indexes: { byId: { pk: '{id}', projection: ['note'] } },
          }) as never,
        ),
      'has 256 bytes; DynamoDB takes 1 to 255',
    ],
    [
      'an attribute of a name over 64 KB',
      () => entity('X', { key: { pk: '{id}' }, attributes: { id, note: a.string().as('é'.repeat(33_000)) } }),
      'has 66000 bytes; DynamoDB takes 1 to 65535',
    ],
    [
      'an attribute of no name',
      () => entity('X', { key: { pk: '{id}' }, attributes: { id, note: a.map({ inner: a.string().as('') }) } }),
      'the stored name "" has 0 bytes',
    ],
  ])('a table that DynamoDB makes for nobody: %s', (_name, define, message) => {
    expect(define).toThrow(ValidationError);
    expect(define).toThrow(message);
  });

  it('a table at the limits is made', async () => {
    const indexes = { ...many(5, (sk) => ({ sk })), byId: { pk: '{id}', projection: firstNotes(99) } };
    await withIndexes('x'.repeat(255), sorted, indexes).createTable();
    await withIndexes('a.b', sorted, {}).createTable();
    const arn = 'arn:aws:dynamodb:eu-central-1:123456789012:table/things';
    expect(toCloudFormation(withIndexes(arn, sorted, {})).Properties.TableName).toBe(arn);
  });

  it('more global indexes than an account has by default are the service to refuse, at once', async () => {
    const table21 = withIndexes(
      'things',
      sorted,
      many(21, (pk) => ({ pk })),
    );
    await expect(table21.createTable()).rejects.toThrow(/^create the table things: .*20/);
  });

  it('a table that is there with another key', async () => {
    const store = createEngine().backend();
    await table({ name: 'things', backend: store, entities: [one] }).createTable();
    const flat = entity('FLAT', { key: { pk: 'F#{id}' }, attributes: { id } });
    const other = table({ name: 'things', backend: store, entities: [flat] });
    await expect(other.createTable()).rejects.toThrow('is there with the key pk HASH, sk RANGE, not pk HASH');
  });
});
