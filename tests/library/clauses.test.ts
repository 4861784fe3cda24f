import { createEngine } from '@holdfast/engine';
import fc from 'fast-check';
import { a, type Clause, type ConditionExpression, entity, table, transactWrite } from 'holdfast';
import { beforeAll, describe, expect, it } from 'vitest';

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
const store = table({ name: 'store', backend: createEngine().backend(), entities: [Stock] });
const stocks = store.of(Stock);
const item = {
  id: 'a',
  left: 3,
  sold: 4,
  price: '12.50',
  tags: new Set(['x']),
  shelf: { hall: 'B', rows: [{ level: 7 }] },
  notes: { seen: 9007199254740993n },
};
type Paths = Parameters<Parameters<ReturnType<typeof stocks.upsert>['if']>[0]>[0];
type Condition = (s: Paths) => ConditionExpression;

/** The clauses of a refusal, which are the same of a write alone, of a transaction, and of what both throw. */
async function clausesOf(condition: Condition): Promise<readonly Clause[]> {
  const write = () => stocks.upsert({ id: 'a' }).set({ sold: 5 }).if(condition);
  const alone = await write().trySend();
  if (alone.applied) throw new Error('the condition held');
  const joined = await transactWrite({ one: write() }).trySend();
  if (joined.applied) throw new Error('the condition held in the transaction');
  expect(joined.failed('one')?.clauses).toEqual(alone.clauses);
  const thrown = await write()
    .send()
    .catch((error) => error);
  expect(thrown.clauses).toEqual(alone.clauses);
  return alone.clauses;
}
const shown = ({ text, seen }: Clause): unknown[] => [
  text,
  Object.fromEntries(seen.map(({ path, saw }) => [path, saw])),
];

describe('the clauses of a refusal', () => {
  beforeAll(async () => {
    await store.createTable();
    await stocks.put(item).send();
  });

  it('are the parts of a conjunction that did not hold', async () => {
    const clauses = await clausesOf((s) => s.left.eq(3).and(s.sold.gt(9), s.at.exists()));
    expect(clauses.map(shown)).toEqual([
      ['sold > 9', { sold: 4 }],
      ['attribute_exists(at)', { at: undefined }],
    ]);
    expect(clauses.map(({ parts }) => parts)).toEqual([[], []]);
  });

  it('say which comparisons inside made them fail', async () => {
    const [clause, ...others] = await clausesOf((s) => s.left.gt(5).or(s.sold.eq(4).and(s.tags.contains('y'))));
    expect(others).toEqual([]);
    expect(clause?.text).toBe('left > 5 OR sold = 4 AND contains(tags, "y")');
    expect(clause?.parts.map(shown)).toEqual([
      ['left > 5', { left: 3 }],
      ['contains(tags, "y")', { tags: new Set(['x']) }],
    ]);
    expect(clause).toMatchObject({ path: 'left', saw: 3, seen: [{ path: 'left' }, { path: 'tags' }] });
  });

  it('turn what should not have held round', async () => {
    const [single] = await clausesOf((s) => s.left.eq(3).not());
    expect(single).toMatchObject({ text: 'NOT left = 3', path: 'left', saw: 3, parts: [] });
    const [joined] = await clausesOf((s) => s.left.eq(3).and(s.sold.eq(4)).not());
    expect(joined?.text).toBe('NOT (left = 3 AND sold = 4)');
    expect(joined?.parts.map(({ text }) => text)).toEqual(['NOT left = 3', 'NOT sold = 4']);
    const [either] = await clausesOf((s) => s.left.eq(9).or(s.sold.eq(4)).not());
    expect(either?.parts.map(({ text }) => text)).toEqual(['NOT sold = 4']);
    const [twice] = await clausesOf((s) => s.left.eq(9).not().not());
    expect(twice?.parts.map(({ text }) => text)).toEqual(['left = 9']);
  });

  it('show both sides where attributes are compared, and what is not there', async () => {
    const clauses = await clausesOf((s) => s.left.gt(s.sold).and(s.at.eq(new Date(0))));
    expect(clauses.map(shown)).toEqual([
      ['left > sold', { left: 3, sold: 4 }],
      ['at = "1970-01-01T00:00:00.000Z"', { at: undefined }],
    ]);
    const [between] = await clausesOf((s) => s.left.between(s.sold, 9));
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
    expect(clauses.map(({ text, saw }) => [text, typeof saw === 'object' ? String(saw) : saw])).toEqual([
      ['shelf.hall = "C"', 'B'],
      ['shelf.rows[0].level < 5', 7],
      ['notes.seen = 1', 9007199254740993n],
      ['price > 99', '12.5'],
    ]);
  });

  it('are there however the condition is built, and name only what is at fault', async () => {
    interface Tree {
      readonly holds: boolean;
      readonly build: Condition;
    }
    const leaf = fc
      .record({ name: fc.constantFrom('left', 'sold' as const), value: fc.integer({ min: 2, max: 5 }) })
      .map(({ name, value }): Tree => ({ holds: item[name] === value, build: (s: Paths) => s[name].eq(value) }));
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        tie('tree').map((inner) => ({ holds: !inner.holds, build: (s: Paths) => inner.build(s).not() })),
        fc.tuple(tie('tree'), tie('tree')).map(([one, two]) => {
          return { holds: one.holds && two.holds, build: (s: Paths) => one.build(s).and(two.build(s)) };
        }),
        fc.tuple(tie('tree'), tie('tree')).map(([one, two]) => {
          return { holds: one.holds || two.holds, build: (s: Paths) => one.build(s).or(two.build(s)) };
        }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async ({ holds, build }) => {
        fc.pre(!holds);
        const clauses = await clausesOf(build);
        expect(clauses.length).toBeGreaterThan(0);
        for (const { text, saw } of clauses.flatMap((clause) => (clause.parts.length > 0 ? clause.parts : [clause]))) {
          const [, not, name, value] = /^(NOT )?(left|sold) = (\d)$/.exec(text) ?? [];
          expect(name).toBeDefined();
          const stored = item[name as 'left' | 'sold'];
          expect(saw).toBe(stored);
          expect(stored === Number(value)).toBe(not !== undefined);
        }
      }),
      { numRuns: 200 },
    );
  });
});
