import { createEngine } from '@holdfast/engine';
import fc from 'fast-check';
import { a, Decimal, entity, type RawExpression, raw, table, ValidationError } from 'holdfast';
import { beforeEach, describe, expect, it } from 'vitest';
import { recorded } from './recorded.js';

const Post = entity('POST', {
  key: { pk: 'POST#{id}', sk: 'POST' },
  attributes: {
    id: a.string(),
    title: a.string().as('t'),
    likes: a.number().optional(),
    tags: a.stringSet(),
    venue: a.map({ city: a.string(), seats: a.list(a.number()) }).optional(),
    seen: a.timestamp().optional(),
  },
});
const Flags = entity('FLAGS', {
  key: { pk: 'FLAGS#{id}', sk: 'FLAGS' },
  attributes: { id: a.string(), p: a.boolean(), q: a.boolean(), r: a.boolean(), hits: a.number().default(0) },
});

async function opened() {
  const { backend, requests } = recorded(createEngine().backend());
  const shop = table({ name: 'shop', backend, entities: [Post, Flags] });
  await shop.createTable();
  requests.length = 0;
  return { requests, posts: shop.of(Post), flags: shop.of(Flags) };
}
let shop: Awaited<ReturnType<typeof opened>>;
beforeEach(async () => {
  shop = await opened();
});
const post = { id: '1', title: 'Hello', tags: new Set(['a', 'b']) };

describe('raw', () => {
  it('is a condition, with placeholders for all that is interpolated', async () => {
    const { posts, requests } = shop;
    await posts.put({ ...post, venue: { city: 'Oslo', seats: [4] } }).send();
    const update = posts
      .update({ id: '1' })
      .set({ likes: 1 })
      .if((p) => raw`size(${p.tags}) < ${3} AND ${p.venue.at('seats').at(0)} = ${4} OR begins_with(t, ${'x'})`)
      .if((p) => p.likes.notExists());
    await update.send();
    expect(requests.at(-1)?.input).toMatchObject({
      ConditionExpression:
        'attribute_exists(#1) AND (size(#2) < :1 AND #3.#4[0] = :2 OR begins_with(#5, :3)) AND attribute_not_exists(#0)',
    });
    const outcome = await update.trySend();
    expect(outcome.applied).toBe(false);
  });

  it('explains itself when it fails', async () => {
    const { posts } = shop;
    await posts.put(post).send();
    const outcome = await posts
      .update({ id: '1' })
      .set({ likes: 1 })
      .if((p) => raw`size(${p.tags}) > ${5}`)
      .trySend();
    expect(outcome.applied).toBe(false);
    if (!outcome.applied) expect(outcome.clauses[0]?.text).toBe('size(tags) > 5');
  });

  it('is the right side of an assignment', async () => {
    const { posts } = shop;
    await posts.put(post).send();
    const count = posts.update({ id: '1' }).set((p) => [p.likes.to(raw`if_not_exists(${p.likes}, ${10}) + ${1}`)]);
    await count.send();
    expect((await count.returnNew().send()).likes).toBe(12);
  });

  it('filters queries and scans', async () => {
    const { posts } = shop;
    await posts.put({ ...post, likes: 3 }).send();
    await posts.put({ ...post, id: '2', likes: 5 }).send();
    const found = await posts
      .scan()
      .filter((p) => raw`${p.likes} IN (${5}, ${7}) AND attribute_type(t, ${'S'})`)
      .all();
    expect(found.map(({ id }) => id)).toEqual(['2']);
  });

  it('stores values as what they are', async () => {
    const { posts } = shop;
    const values = ['x', 1, 12345678901234567890n, Decimal.from('0.1'), true, null, new Uint8Array([1])];
    const all = [...values, new Set([1]), [1, { n: 'x' }]];
    const shown = posts.update({ id: '1' }).set({ likes: 7 });
    const wire = all.map((value) => {
      const input = shown.if(() => raw`extra = ${value as string}`).explain().requests[0]?.input;
      return Object.values((input as { ExpressionAttributeValues: object }).ExpressionAttributeValues)[1];
    });
    expect(wire).toEqual([
      { S: 'x' },
      { N: '1' },
      { N: '12345678901234567890' },
      { N: '0.1' },
      { BOOL: true },
      { NULL: true },
      { B: new Uint8Array([1]) },
      { NS: ['1'] },
      { L: [{ N: '1' }, { M: { n: { S: 'x' } } }] },
    ]);
  });

  it.each<readonly [string, () => RawExpression, string]>([
    ['a name in placeholders', () => raw`#x = ${1}`, 'holds a #'],
    ['a value in placeholders', () => raw`x = :v`, 'holds a :'],
    ['a reserved word', () => raw`name = ${1}`, 'reserved keyword'],
    ['half an expression', () => raw`x = ${1} AND`, 'Syntax error'],
    ['one value running into another', () => raw`x = ${1}0`, 'Syntax error'],
    ['a literal', () => raw`x = 1`, 'Syntax error'],
    ['an unknown function', () => raw`sighs(x)`, 'Invalid function name'],
    ['parentheses in parentheses', () => raw`((x = ${1}))`, 'redundant parentheses'],
    ['a time', () => raw`x = ${new Date(0) as unknown as string}`, 'of a time, its stored text or number'],
    ['an empty set', () => raw`x = ${new Set<string>()}`, 'no empty one'],
    ['a number that is none', () => raw`x = ${Number.NaN}`, 'finite number'],
  ])('refuses %s before anything is sent', (_name, make, message) => {
    const { posts, requests } = shop;
    const call = () => posts.update({ id: '1' }).if(make);
    expect(call).toThrow(ValidationError);
    expect(call).toThrow(message);
    expect(requests).toEqual([]);
  });

  it('refuses two assignments in one, and to stand outside of a callback', () => {
    const { posts } = shop;
    const two = () => posts.update({ id: '1' }).set((p) => p.likes.to(raw`${1}, t = ${'x'}`));
    expect(two).toThrow('more than the right side of one assignment');
    expect(() => raw`x = ${1}`).toThrow('outside of the callbacks');
  });

  it('guards the key as typed expressions do', () => {
    const { posts, flags } = shop;
    interface Untyped {
      readonly id: { to(value: RawExpression): never };
    }
    const ofKey = () => posts.update({ id: '1' }).set((p) => (p as unknown as Untyped).id.to(raw`t`));
    expect(ofKey).toThrow('POST.id is part of the key');
    const byKey = () => posts.query({ id: '1' }).filter(() => raw`begins_with(sk, ${'P'})`);
    expect(byKey).toThrow('filters no query by its key attribute sk');
    expect(() => flags.scan().filter(() => raw`begins_with(sk, ${'F'})`)).not.toThrow();
  });

  it('is missed where && drops it, like any condition', () => {
    const { posts } = shop;
    const dropped = () => posts.update({ id: '1' }).if((p) => raw`x = ${1}` && p.likes.eq(1));
    expect(dropped).toThrow('was made but is not part of what the callback returned');
  });
});

type Flag = 'p' | 'q' | 'r';
type Formula =
  | { readonly kind: 'flag'; readonly flag: Flag }
  | { readonly kind: 'not'; readonly of: Formula }
  | { readonly kind: 'and' | 'or'; readonly left: Formula; readonly right: Formula };
type State = Readonly<Record<Flag, boolean>>;

const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ kind: fc.constant('flag' as const), flag: fc.constantFrom<Flag>('p', 'q', 'r') }),
    fc.record({ kind: fc.constant('not' as const), of: tie('formula') }),
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), left: tie('formula'), right: tie('formula') }),
  ),
}));

function holds(of: Formula, state: State): boolean {
  if (of.kind === 'flag') return state[of.flag];
  if (of.kind === 'not') return !holds(of.of, state);
  const [left, right] = [holds(of.left, state), holds(of.right, state)];
  return of.kind === 'and' ? left && right : left || right;
}
const binding = { or: 1, and: 2, not: 3, flag: 4 } as const;
/** The formula in DynamoDB's words, with no parentheses but those that it needs. */
function words(of: Formula, outer = 0): string {
  const own = binding[of.kind];
  const text =
    of.kind === 'flag'
      ? `${of.flag} = \u0000`
      : of.kind === 'not'
        ? `NOT ${words(of.of, own + 1)}`
        : `${words(of.left, own)} ${of.kind.toUpperCase()} ${words(of.right, own + 1)}`;
  return own < outer ? `(${text})` : text;
}
function rawOf(text: string): RawExpression {
  const parts = text.split('\u0000');
  const values = parts.slice(1).map(() => true);
  return raw(Object.assign(parts, { raw: parts }), ...values);
}

const states = [false, true].flatMap((p) => [false, true].flatMap((q) => [false, true].map((r) => ({ p, q, r }))));
/** The states for which a condition lets a write through, as the engine sees it. */
async function statesOf(condition: () => RawExpression, second: () => RawExpression): Promise<readonly State[]> {
  const passed: State[] = [];
  for (const state of states) {
    const id = JSON.stringify(state);
    await shop.flags.put({ id, ...state }).send();
    const outcome = await shop.flags.update({ id }).add({ hits: 1 }).if(condition).if(second).trySend();
    if (outcome.applied) passed.push(state);
  }
  return passed;
}

describe('joining raw conditions', () => {
  it('never changes what they mean', async () => {
    await fc.assert(
      fc.asyncProperty(formula, formula, formula, async (first, second, third) => {
        const joined = () => rawOf(words(first)).or(rawOf(words(second)).not()) as RawExpression;
        const expected = states.filter(
          (state) => (holds(first, state) || !holds(second, state)) && holds(third, state),
        );
        expect(await statesOf(joined, () => rawOf(words(third)))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('would, were their texts put together without parentheses', async () => {
    const [first, second]: Formula[] = [
      { kind: 'flag', flag: 'p' },
      { kind: 'or', left: { kind: 'flag', flag: 'q' }, right: { kind: 'flag', flag: 'r' } },
    ];
    if (first === undefined || second === undefined) throw new Error('no formulas');
    const always = () => rawOf('attribute_exists(p)');
    const expected = states.filter((state) => holds(first, state) && holds(second, state));
    expect(
      await statesOf(
        () => rawOf(words(first)),
        () => rawOf(words(second)),
      ),
    ).toEqual(expected);
    expect(await statesOf(() => rawOf(`${words(first)} AND ${words(second)}`), always)).not.toEqual(expected);
  });
});
