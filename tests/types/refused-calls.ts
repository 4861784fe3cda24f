import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { explore } from '@holdfast/sim';
import {
  a,
  batchGet,
  batchWrite,
  Decimal,
  entity,
  parallelScan,
  raw,
  table,
  transactGet,
  transactWrite,
} from 'holdfast';
import { dynamodb, toCommand } from 'holdfast/dynamodb';

// Every call behind a `refused:` comment must not compile, and the compiler must say what the comment says.

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: {
    id: a.string(),
    balance: a.decimal(),
    note: a.string().optional(),
    open: a.boolean(),
    tags: a.stringSet(),
    lines: a.list(a.number()),
    home: a.map({ type: a.string(), size: a.number() }),
    revision: a.version(),
  },
});
const Plain = entity('PLAIN', {
  key: { pk: 'PLAIN#{id}', sk: '{at}#{seq:12}' },
  attributes: {
    id: a.string(),
    at: a.timestamp(),
    seq: a.number(),
    n: a.number(),
    made: a.createdAt().optional(),
    kind: a.literal('a', 'b'),
    note: a.string().optional(),
    seen: a.epochSeconds().optional(),
  },
  indexes: {
    byKind: { pk: 'KIND#{kind}', sk: '{at}' },
    byNote: { pk: 'NOTE#{note}', projection: 'keys' },
    byN: { sk: '{n:6}', projection: ['kind'] },
  },
});
const Other = entity('OTHER', { key: { pk: 'OTHER#{id}', sk: 'X' }, attributes: { id: a.string() } });
const shop = table({ name: 'shop', backend: dynamodb(new DynamoDBClient({})), entities: [Account, Plain] });
const accounts = shop.of(Account);
const plains = shop.of(Plain);
const key = { id: 'a', at: new Date(), seq: 1 };
const home = { type: 'x', size: 1 };
const account = { id: 'a', balance: Decimal.from(1), open: true, tags: new Set<string>(), lines: [], home };
const plain = { ...key, n: 1, kind: 'a' } as const;

declare const anyText: Parameters<ReturnType<typeof a.string>['validate']>[0];

export async function refused() {
  // refused: Property 'send' does not exist on type 'UpdateNeedsIfVersionOrIgnoreVersion<
  await accounts.update({ id: 'a' }).set({ balance: '1' }).send();
  // refused: Property 'trySend' does not exist on type 'DeleteNeedsIfVersionOrIgnoreVersion<
  await accounts.delete({ id: 'a' }).trySend();
  // refused: say .ifVersion(n) or .ignoreVersion() first
  transactWrite({ account: accounts.update({ id: 'a' }).set({ balance: '1' }), ok: plains.delete(key) });
  // refused: TransactWriteItems returns no values
  transactWrite({ view: plains.update(key).add({ n: 1 }).returning('n') });
  // refused: Property 'explain' does not exist on type 'UpdateNeedsIfVersionOrIgnoreVersion<
  accounts.update({ id: 'a' }).set({ balance: '1' }).explain();
  // refused: Property ''~command'' is missing in type 'DeleteNeedsIfVersionOrIgnoreVersion<
  toCommand(accounts.delete({ id: 'a' }));
  // refused: Type 'Date' is not assignable to type
  plains.delete(key).if((p) => raw`${p.n} = ${new Date()}`);
  // refused: is not assignable to type 'AnyEntity & { readonly name: "ACCOUNT" | "PLAIN"; }'
  shop.decode(Other, {});
  // refused: Property 'kind' is missing
  plains.put({ ...key, n: 1 });
  // refused: Type '"c"' is not assignable to type '"a" | "b"'
  plains.put({ ...key, n: 1, kind: 'c' });
  // refused: 'nn' does not exist in type
  plains.put({ ...key, n: 1, kind: 'a', nn: 1 });
  // refused: Type 'number' is not assignable to type 'DecimalOrStringOrBigint'
  accounts.put({ ...account, balance: 5 });
  // refused: is missing the following properties
  plains.get({ id: 'a' });
  // refused: Type 'string' is not assignable to type 'Date'
  plains.get({ id: 'a', at: 'x', seq: 1 });
  // refused: 'seq' does not exist in type
  plains.update(key).set({ seq: 2 });
  // refused: Property 'seq' does not exist on type
  plains.update(key).set((p) => p.seq.to(2));
  // refused: Type 'string' is not assignable to type 'number'
  plains.update(key).set({ n: 'x' });
  // refused: 'nn' does not exist in type
  plains.update(key).set({ nn: 1 });
  // refused: Type 'undefined' is not assignable to type 'string'
  plains.update(key).set({ note: undefined });
  // refused: Type 'number' is not assignable to type 'WrittenByTheLibrary'
  accounts.update({ id: 'a' }).set({ revision: 3 });
  // refused: Property 'beginsWith' does not exist on type 'OrderedPath<number, number, number>'
  plains.update(key).if((p) => p.n.beginsWith('x'));
  // refused: Argument of type 'number' is not assignable to parameter of type 'Value<Date, TextTime>'
  plains.update(key).if((p) => p.at.lt(5));
  // refused: is not assignable to parameter of type 'Value<"a" | "b", "a" | "b">'
  plains.update(key).if((p) => p.kind.eq('z'));
  // refused: Property 'nope' does not exist on type
  plains.update(key).if((p) => p.nope.eq(1));
  // refused: Property 'lt' does not exist on type 'EqualityPath<boolean, boolean, boolean>'
  accounts.update({ id: 'a' }).if((p) => p.open.lt(true));
  // refused: Argument of type '"typ"' is not assignable to parameter of type
  accounts.update({ id: 'a' }).if((p) => p.home.at('typ').eq('x'));
  // refused: is not assignable to type 'ConditionExpression'
  accounts.update({ id: 'a' }).if((p) => p.tags.contains('x').not);
  // refused: Argument of type '"n"' is not assignable to parameter of type 'Removable<
  plains.update(key).remove('n');
  // refused: 'kind' does not exist in type
  plains.update(key).add({ kind: 'a' });
  // refused: 'at' does not exist in type
  plains.update(key).add({ at: new Date() });
  // refused: Property 'balnce' does not exist on type
  accounts.update({ id: 'a' }).set((p) => [p.balance.to(p.balance.plus('1')), p.balnce.to('3')]);
  // refused: Argument of type 'number' is not assignable to parameter of type 'Value<DecimalOrStringOrBigint, Decimal>'
  accounts.update({ id: 'a' }).set((p) => p.balance.to(p.balance.plus(1)));
  // refused: is not assignable to parameter of type
  accounts.update({ id: 'a' }).set((p) => p.balance.to(p.note));
  // refused: Argument of type 'OrderedPath<Date, Date, SecondsTime>' is not assignable
  plains.update(key).if((p) => p.at.lt(p.seen));
  // refused: Property 'ifVersion' does not exist on type 'Update<
  accounts.update({ id: 'a' }).set({ balance: '1' }).ifVersion(3).ifVersion(4);
  // refused: Property 'ifVersion' does not exist on type 'Update<
  plains.update(key).ifVersion(1);
  // refused: Property 'claim' does not exist on type 'EntityTable<
  plains.claim(plain);
  // refused: DefinitionError<"{idd} must name a required string, number or time attribute">
  entity('BAD', { key: { pk: 'BAD#{idd}', sk: 'X' }, attributes: { id: a.string() } });
  // refused: DefinitionError<"{tags} must name a required string, number or time attribute">
  entity('BAD', { key: { pk: 'BAD#{id}', sk: '{tags}' }, attributes: { id: a.string(), tags: a.stringSet() } });
  // refused: DefinitionError<"ownr is no attribute of this entity">
  entity('BAD', { key: { pk: 'BAD#{id}' }, owner: 'ownr', attributes: { id: a.string() } });
  // refused: Type '"OTHER"' is not assignable to type '"ACCOUNT" | "PLAIN"'
  shop.of(Other);
  // refused: Type '"PLAIN#{id}"' is not assignable to type '"ACCOUNT#{id}"'
  shop.query(Account, Plain, { id: 'a' });
  // refused: Property 'id' is missing
  plains.query({ at: new Date() });
  // refused: Property 'at' is missing in type '{ id: string; seq: number; }'
  plains.query({ id: 'a', seq: 1 });
  // refused: Type of 'await' operand must either be a valid promise or must not contain a callable 'then' member
  await accounts.put(account);
  // refused: must not contain a callable 'then' member
  await transactWrite({ one: plains.delete(key) });
  // refused: must not contain a callable 'then' member
  await plains.get(key);
  // refused: must not contain a callable 'then' member
  await plains.query({ id: 'a' });
  // refused: is not assignable to parameter of type 'StandardSchemaV1<
  a.decimal().validate(anyText);
  const one = transactWrite({ one: plains.delete(key), two: plains.delete(key).returnStored() });
  const outcome = await one.trySend();
  // refused: Property 'failed' does not exist on type
  outcome.failed('one');
  if (!outcome.applied) {
    // refused: Argument of type '"on"' is not assignable to parameter of type '"one" | "two"'
    outcome.failed('on');
    // refused: Property 'stored' does not exist on type 'Failure'
    outcome.failed('one')?.stored;
    // refused: Property 'nn' does not exist on type
    outcome.failed('two')?.stored?.nn;
  }
  const refusal = await plains
    .delete(key)
    .if((p) => p.n.gt(3))
    .trySend();
  // refused: Property 'stored' does not exist on type 'NotApplied'
  if (!refusal.applied) refusal.stored;
  // refused: Argument of type '"delete"' is not assignable to parameter of type '"write"'
  if (!refusal.applied) refusal.failed('delete');
  // refused: Property 'returned' does not exist on type 'NotApplied'
  if (!refusal.applied) refusal.returned;
  // refused: must either be a valid promise or must not contain a callable 'then' member
  await accounts.retryOnConflict(async () => accounts.update({ id: 'a' }).set({ balance: '1' }).ifVersion(3));
  // refused: Property 'send' does not exist on type 'Check<
  plains.check(key).send();
  // refused: a batch takes only puts and deletes without a condition
  batchWrite([plains.put(plain), accounts.put(account)]);
  // refused: a batch takes only puts and deletes without a condition
  batchWrite([plains.put(plain).ifNotExists()]);
  // refused: a batch takes only puts and deletes without a condition
  batchWrite({ one: plains.delete(key), two: plains.delete({ ...key, seq: 2 }).if((p) => p.n.gt(3)) });
  // refused: a batch takes only puts and deletes without a condition
  batchWrite([plains.update(key).set({ n: 1 })]);
  // refused: a batch takes only puts and deletes without a condition
  batchWrite([accounts.delete({ id: 'a' }).ignoreVersion()]);
  // refused: Property ''~item'' is missing
  batchGet([plains.put(plain)]);
  // refused: Property ''~item'' is missing
  transactGet({ one: plains.query({ id: 'a' }) });
  // refused: must not contain a callable 'then' member
  await batchGet([plains.get(key)]);
  // refused: Argument of type '"nn"' is not assignable to parameter of type
  plains.get(key).select('n', 'nn');
  // refused: Property 'note' does not exist on type 'Pick<
  (await plains.get(key).select('n').orThrow()).note;
  // refused: Property 'nope' does not exist on type
  plains.query({ id: 'a' }).filter((p) => p.nope.eq(1));
  // refused: Property 'beginsWith' does not exist on type 'OrderedPath<number, number, number>'
  plains.scan().filter((p) => p.n.beginsWith('x'));
  // refused: Argument of type '"nn"' is not assignable to parameter of type
  plains.query({ id: 'a' }).select('nn');
  // refused: Property 'note' does not exist on type 'Pick<
  (await plains.scan().select('n').all())[0]?.note;
  // refused: Property 'filter' does not exist on type 'CollectionQuery<
  shop.query(Plain, { id: 'a' }).filter((p) => p.n.eq(1));
  // refused: Property 'OTHER' does not exist on type 'Groups<
  (await shop.query(Plain, { id: 'a' }).grouped()).OTHER;
  // refused: 'made' does not exist in type
  plains.create({ ...key, n: 1, kind: 'a', made: new Date() });
  // refused: 'revision' does not exist in type
  accounts.create({ id: 'a', balance: '1', open: true, tags: new Set<string>(), lines: [], home, revision: 1 });
  // refused: Property ''~scan'' is missing
  parallelScan(plains.query({ id: 'a' }), { segments: 2 });
  // refused: Argument of type '"byNn"' is not assignable to parameter of type
  plains.index('byNn');
  // refused: Argument of type '"byKind"' is not assignable to parameter of type 'never'
  accounts.index('byKind');
  // refused: Property 'consistent' does not exist on type 'GlobalIndexQuery<
  plains.index('byKind').query({ kind: 'a' }).consistent();
  // refused: Property 'consistent' does not exist on type 'GlobalIndexScan<
  plains.index('byKind').scan().consistent();
  // refused: Type '"c"' is not assignable to type '"a" | "b"'
  plains.index('byKind').query({ kind: 'c' });
  // refused: 'seq' does not exist in type
  plains.index('byKind').query({ kind: 'a' }).ge({ seq: 1 });
  // refused: Property 'kind' does not exist on type 'Pick<
  (await plains.index('byNote').query({ note: 'x' }).all())[0]?.kind;
  // refused: Argument of type '"note"' is not assignable to parameter of type
  plains.index('byN').query({ id: 'a' }).select('note');
  const byN = plains.index('byN').scan();
  // refused: Property 'note' does not exist on type 'Pick<
  byN.filter((p) => p.note.exists());
  const key2 = { pk: 'BAD#{id}' } as const;
  const attributes2 = { id: a.string(), tags: a.stringSet() };
  // refused: DefinitionError<"{tags} must name a string, number or time attribute">
  entity('BAD', { key: key2, attributes: attributes2, indexes: { by: { pk: '{tags}' } } });
  const [got] = await batchGet([plains.get(key)]).send();
  // refused: 'got' is possibly 'undefined'
  got.n;
  // refused: TransactWriteItems returns no values: leave out returning(), returnOld() and returnNew()
  plains.upsert(key).add({ n: 1 }).returning('n').exactlyOnce({ token: 't' });
  // refused: exactlyOnce() sends a transaction of its own; give the token to the transaction that the write joins
  transactWrite([plains.upsert(key).add({ n: 1 }).exactlyOnce()]);
  // refused: Property 'exactlyOnce' does not exist on type 'UpdateNeedsIfVersionOrIgnoreVersion<
  accounts.update({ id: 'a' }).set({ balance: '1' }).exactlyOnce();
  await accounts.retryOnConflict(async ({ latest }) => {
    // refused: Property 'ident' does not exist on type
    (await latest({ id: 'a' }).orThrow()).ident;
    // refused: 'ident' does not exist in type
    return latest({ ident: 'a' }).orThrow();
  });
  const clients = { one: () => {} };
  // refused: 'lostanswer' does not exist in type 'FaultBudget'
  explore({ clients, faults: { lostanswer: 1 } });
  // refused: Type '"two"' is not assignable to type '"one"'
  explore({ clients, restart: ['two'] });
  // refused: 'two' does not exist in type
  explore({ clients, skews: { two: 1 } });
  // refused: Property 'two' does not exist on type 'Readonly<Record<"one", ClientEnd>>'
  explore({ clients, final: (end) => end.clients.two });
}
