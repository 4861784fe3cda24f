const attributes = `{
  id: a.string(), at: a.timestamp(), seq: a.number(), n: a.number(), m: a.decimal(), kind: a.literal('a', 'b'),
  note: a.string().optional(), tags: a.stringSet(), plan: a.string().default('x'),
  home: a.map({ city: a.string(), size: a.number() }), lines: a.list(a.number()), revision: a.version(),
}`;

/** Twenty entities of twelve attributes. */
export const definitions = `import type { Backend } from '@holdfast/wire';
import { a, entity, table, transactWrite } from 'holdfast';
declare const backend: Backend;
void [a, entity, table, transactWrite, backend];
${each((n) => `export const E${n} = entity('E${n}', { key: { pk: 'E${n}#{id}', sk: '{at}#{seq:12}' }, attributes: ${attributes} });`)}`;

/** The same, with a table of them and ten calls on each. */
export const calls = `${definitions}
const shop = table({ name: 'shop', backend, entities: [${Array.from({ length: 20 }, (_, n) => `E${n}`).join(', ')}] });
const key = { id: 'x', at: new Date(0), seq: 1 };
const item = { ...key, n: 1, m: '1', kind: 'a', tags: new Set<string>(), home: { city: 'c', size: 1 }, lines: [1] } as const;
${each(
  (n) => `export async function calls${n}() {
  const es = shop.of(E${n});
  await es.create(item).send();
  await es.put({ ...(await es.get(key).consistent().orThrow()), n: 2 }).if((e) => e.note.exists()).trySend();
  await es.update(key).set({ note: 'x', home: { city: 'd', size: 2 } }).ifVersion(3).returnStored().trySend();
  const { n } = await es.update(key).add({ n: 1 }).ignoreVersion().returning('n').send();
  await es.upsert(key).set((e) => [e.n.to(e.n.plus(n)), e.home.at('city').to('x')]).ignoreVersion().send();
  await es.delete(key).if((e) => e.kind.eq('a').and(e.n.gt(1), e.home.at('size').lt(2).not())).ifVersion(2).trySend();
  for await (const each of es.query({ id: 'x' })) each.home.city;
  await es.scan().all();
  const outcome = await transactWrite({ one: es.create(item).returnStored(), two: es.check({ ...key, seq: 2 }) }).trySend();
  if (!outcome.applied) outcome.failed('one')?.stored?.home.city;
}`,
)}`;

function each(text: (n: number) => string): string {
  return Array.from({ length: 20 }, (_, n) => text(n)).join('\n');
}
