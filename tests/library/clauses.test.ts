import type { Backend } from '@holdfast/wire';
import fc from 'fast-check';
import { a, type Clause, type ConditionExpression, entity, type Paths, table, transactWrite } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';

const Stock = entity('STOCK', {
  key: { pk: 'STOCK#{id}', sk: 'LEVEL' },
  attributes: {
    id: a.string(),
    left: a.number().as('l'),
    sold: a.number(),
    price: a.decimal(),
    tags: a.stringSet(),
    at: a.timestamp().optional(),
    shelf: a.map({ hall: a.string().as('h'), rows: a.list(a.map({ level: a.number().as('n') })) }).as('s'),
    notes: a.record(a.bigint()),
  },
});
const storeOn = (backend: Backend) => table({ name: `clauses-${backend.runtime.uuid()}`, backend, entities: [Stock] });
const stocksOf = (store: ReturnType<typeof storeOn>) => store.of(Stock);
const item = {
  id: 'a',
  left: 3,
  sold: 4,
  price: '12.50',
  tags: new Set(['x']),
  shelf: { hall: 'B', rows: [{ level: 7 }] },
  notes: { seen: 9007199254740993n },
};
type Condition = (s: Paths<typeof Stock>) => ConditionExpression;

const shown = ({ text, seen }: Clause): unknown[] => [
  text,
  Object.fromEntries(seen.map(({ path, saw }) => [path, saw])),
];

interface Tree {
  /** Whether the condition holds for the item. */
  readonly holds: boolean;
  readonly build: Condition;
}
interface Leaf extends Tree {
  readonly text: string;
}
const leaves: readonly Leaf[] = [
  { text: 'left = 3', holds: true, build: (s) => s.left.eq(3) },
  { text: 'left <> 3', holds: false, build: (s) => s.left.ne(3) },
  { text: 'left < sold', holds: true, build: (s) => s.left.lt(s.sold) },
  { text: 'left >= sold', holds: false, build: (s) => s.left.ge(s.sold) },
  { text: 'price BETWEEN 1 AND 12.5', holds: true, build: (s) => s.price.between('1', '12.50') },
  { text: 'sold IN (1, 2)', holds: false, build: (s) => s.sold.in(1, 2) },
  { text: 'contains(tags, "x")', holds: true, build: (s) => s.tags.contains('x') },
  { text: 'attribute_exists(at)', holds: false, build: (s) => s.at.exists() },
  { text: 'attribute_not_exists(at)', holds: true, build: (s) => s.at.notExists() },
  // of what is missing, only unequal is true
  { text: 'at <> "1970-01-01T00:00:00.000Z"', holds: true, build: (s) => s.at.ne(new Date(0)) },
  { text: 'at < "1970-01-01T00:00:00.000Z"', holds: false, build: (s) => s.at.lt(new Date(0)) },
  { text: 'begins_with(shelf.hall, "A")', holds: false, build: (s) => s.shelf.at('hall').beginsWith('A') },
];
const { tree: anyCondition } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Tree>(...leaves),
    tie('tree').map(({ holds, build }): Tree => ({ holds: !holds, build: (s) => build(s).not() })),
    fc.tuple(tie('tree'), tie('tree')).map(([one, two]): Tree => {
      return { holds: one.holds && two.holds, build: (s) => one.build(s).and(two.build(s)) };
    }),
    fc.tuple(tie('tree'), tie('tree')).map(([one, two]): Tree => {
      return { holds: one.holds || two.holds, build: (s) => one.build(s).or(two.build(s)) };
    }),
  ),
}));

describe.each(backends)('the clauses of a refusal on $name', ({ open, capabilities }) => {
  const { returnValuesOnConditionCheckFailure: tells, transactions } = capabilities;
  let opened: OpenBackend;
  let stocks: ReturnType<typeof stocksOf>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    opened = await open();
    const store = storeOn(opened.backend);
    stocks = stocksOf(store);
    await store.createTable();
    await stocks.put(item).send();
    close = async () => {
      await opened.backend.execute('DeleteTable', { TableName: store.name });
      await opened.close();
    };
  });
  afterAll(() => close());

  /**
   * The clauses of a refusal, which are the same of a write alone, of a transaction, and of what both throw;
   * `undefined` where the store does not tell what they saw, so that each may have failed.
   */
  async function clausesOf(condition: Condition): Promise<readonly Clause[] | undefined> {
    const write = () => stocks.upsert({ id: 'a' }).set({ sold: 4 }).if(condition);
    const alone = await write().trySend();
    if (alone.applied) throw new Error('the condition held');
    const thrown = await write()
      .send()
      .catch((error) => error);
    expect(thrown.clauses).toEqual(alone.clauses);
    if (!tells) {
      for (const clause of alone.clauses)
        expect(clause).toMatchObject({ path: '', saw: undefined, seen: [], parts: [] });
      return undefined;
    }
    if (transactions) {
      const joined = await transactWrite({ one: write() }).trySend();
      if (joined.applied) throw new Error('the condition held in the transaction');
      expect(joined.failed('one')?.clauses).toEqual(alone.clauses);
    }
    return alone.clauses;
  }

  it('are the parts of a conjunction that did not hold', async () => {
    const clauses = await clausesOf((s) => s.left.eq(3).and(s.sold.gt(9), s.at.exists()));
    if (clauses === undefined) return;
    expect(clauses.map(shown)).toEqual([
      ['sold > 9', { sold: 4 }],
      ['attribute_exists(at)', { at: undefined }],
    ]);
    expect(clauses.map(({ parts }) => parts)).toEqual([[], []]);
  });

  it('say which comparisons inside made them fail', async () => {
    const clauses = await clausesOf((s) => s.left.gt(5).or(s.sold.eq(4).and(s.tags.contains('y'))));
    if (clauses === undefined) return;
    const [clause, ...others] = clauses;
    expect(others).toEqual([]);
    expect(clause?.text).toBe('left > 5 OR sold = 4 AND contains(tags, "y")');
    expect(clause?.parts.map(shown)).toEqual([
      ['left > 5', { left: 3 }],
      ['contains(tags, "y")', { tags: new Set(['x']) }],
    ]);
    expect(clause).toMatchObject({ path: 'left', saw: 3, seen: [{ path: 'left' }, { path: 'tags' }] });
  });

  it('turn what should not have held round', async () => {
    const [single] = (await clausesOf((s) => s.left.eq(3).not())) ?? [];
    if (!tells) return;
    expect(single).toMatchObject({ text: 'NOT left = 3', path: 'left', saw: 3, parts: [] });
    const [joined] = (await clausesOf((s) => s.left.eq(3).and(s.sold.eq(4)).not())) ?? [];
    expect(joined?.text).toBe('NOT (left = 3 AND sold = 4)');
    expect(joined?.parts.map(({ text }) => text)).toEqual(['NOT left = 3', 'NOT sold = 4']);
    const [either] = (await clausesOf((s) => s.left.eq(9).or(s.sold.eq(4)).not())) ?? [];
    expect(either?.parts.map(({ text }) => text)).toEqual(['NOT sold = 4']);
    const [twice] = (await clausesOf((s) => s.left.eq(9).not().not())) ?? [];
    expect(twice?.parts.map(({ text }) => text)).toEqual(['left = 9']);
  });

  it('show both sides where attributes are compared, and what is not there', async () => {
    const clauses = await clausesOf((s) => s.left.gt(s.sold).and(s.at.eq(new Date(0))));
    if (clauses === undefined) return;
    expect(clauses.map(shown)).toEqual([
      ['left > sold', { left: 3, sold: 4 }],
      ['at = "1970-01-01T00:00:00.000Z"', { at: undefined }],
    ]);
    const [between] = (await clausesOf((s) => s.left.between(s.sold, 9))) ?? [];
    expect(between?.seen).toEqual([
      { path: 'left', saw: 3 },
      { path: 'sold', saw: 4 },
    ]);
    await expect(
      stocks
        .upsert({ id: 'a' })
        .set({ sold: 5 })
        .if((s) => s.left.gt(s.sold))
        .send(),
    ).rejects.toThrow('left > sold did not hold (stored: left 3, sold 4)');
  });

  it('name and decode nested attributes as the program has them', async () => {
    const clauses = await clausesOf((s) =>
      s.shelf
        .at('hall')
        .eq('C')
        .and(s.shelf.at('rows').at(0).at('level').lt(5), s.notes.at('seen').eq(1n), s.price.gt('99')),
    );
    if (clauses === undefined) return;
    expect(clauses.map(({ text, saw }) => [text, typeof saw === 'object' ? String(saw) : saw])).toEqual([
      ['shelf.hall = "C"', 'B'],
      ['shelf.rows[0].level < 5', 7],
      ['notes.seen = 1', 9007199254740993n],
      ['price > 99', '12.5'],
    ]);
  });

  it('are there however the condition is built, and name only what is at fault', async () => {
    await fc.assert(
      fc.asyncProperty(anyCondition, async ({ holds, build }) => {
        if (holds) {
          const written = stocks.upsert({ id: 'a' }).set({ sold: 4 }).if(build).trySend();
          expect(await written).toMatchObject({ applied: true });
          return;
        }
        const clauses = await clausesOf(build);
        if (clauses === undefined) return;
        expect(clauses.length).toBeGreaterThan(0);
        for (const { text } of clauses.flatMap((clause) => (clause.parts.length > 0 ? clause.parts : [clause]))) {
          const leaf = leaves.find((each) => each.text === text.replace(/^NOT /, ''));
          expect([text, leaf?.holds]).toEqual([text, text.startsWith('NOT ')]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
