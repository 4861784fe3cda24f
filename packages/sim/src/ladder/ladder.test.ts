import { ServiceError } from '@holdfast/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../explore/explore.js';
import { ExplorationError } from '../failure/exploration-error.js';
import { add, createTallies, Key, TableName, tallyOf } from '../testing/tally.js';
import type { FaultBudget } from '../world/fault-budget.js';
import { describeRequest, describeResult } from './describe-request.js';
import { wrapText } from './wrap-text.js';

describe('a request in a few words', () => {
  it('has its names and values in place', () => {
    const request = {
      TableName,
      Key,
      UpdateExpression: 'SET #n = :n',
      ConditionExpression: 'attribute_exists(#n) AND m.x IN (:list, :bytes, :map)',
      ExpressionAttributeNames: { '#n': 'name' },
      ExpressionAttributeValues: {
        ':n': { S: 'ann' },
        ':list': { L: [{ N: '1' }, { NULL: true }] },
        ':bytes': { B: Uint8Array.of(1, 2) },
        ':map': { M: { set: { SS: ['a'] }, yes: { BOOL: true } } },
      },
    };
    expect(describeRequest('UpdateItem', request)).toBe(
      'UpdateItem {pk: "a"} SET name = "ann" if attribute_exists(name) AND m.x IN ([1, null], bytes 1 2, {set: ["a"], yes: true})',
    );
  });

  it.each([
    ['GetItem', { TableName, Key, ConsistentRead: true }, 'GetItem {pk: "a"} consistent'],
    [
      'Query',
      {
        TableName,
        IndexName: 'byKind',
        KeyConditionExpression: 'kind = :k',
        FilterExpression: 'n > :k',
        ExpressionAttributeValues: { ':k': { S: 'x' } },
      },
      'Query index byKind where kind = "x" filter n > "x"',
    ],
    [
      'TransactWriteItems',
      { ClientRequestToken: 't', TransactItems: [{ Put: { TableName, Item: Key } }, { Delete: { TableName, Key } }] },
      'TransactWriteItems (token t): Put {pk: "a"}; Delete {pk: "a"}',
    ],
    [
      'BatchGetItem',
      { RequestItems: { [TableName]: { Keys: [Key] } } },
      'BatchGetItem {"tallies":{"Keys":[{"pk":{"S":"a"}}]}}',
    ],
    ['ListTables', {}, 'ListTables'],
  ])('%s', (operation, input, words) => {
    expect(describeRequest(operation, input)).toBe(words);
  });

  it.each([
    [{ operation: 'GetItem', output: {} }, 'no item'],
    [{ operation: 'GetItem', output: { Item: Key } }, '{pk: "a"}'],
    [{ operation: 'UpdateItem', output: { Attributes: Key } }, '{pk: "a"}'],
    [{ operation: 'Query', output: { Items: [Key, Key] } }, '{pk: "a"}, {pk: "a"}'],
    [{ operation: 'Query', output: { Items: [] } }, 'no items'],
    [{ operation: 'PutItem', output: {} }, 'done'],
    [
      { operation: 'PutItem', error: new ServiceError('ConditionalCheckFailedException', 'no', { item: Key }) },
      'ConditionalCheckFailedException, stored {pk: "a"}',
    ],
    [
      {
        operation: 'TransactWriteItems',
        error: new ServiceError('TransactionCanceledException', 'no', {
          cancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
        }),
      },
      'TransactionCanceledException: None, TransactionConflict',
    ],
  ])('and its answer: %j', (result, words) => {
    expect(describeResult(result)).toBe(words);
  });
});

it('wraps text without losing a word', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^\w{1,30}$/)), fc.integer({ min: 1, max: 40 }), (words, width) => {
      const lines = wrapText(words.join(' '), width);
      expect(lines.every((line) => line.length <= width)).toBe(true);
      expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
    }),
  );
});

describe('a ladder', () => {
  /** The ladder of the first schedule in which the fault has struck. */
  const ladderOf = async (fault: keyof FaultBudget) => {
    const failure = await explore({
      setup: createTallies,
      clients: {
        ann: async ({ backend, runtime, starts }) => {
          await add(backend).catch(() => {});
          await runtime.sleep(5);
          return `${await tallyOf(backend)} in ${starts}`;
        },
      },
      faults: { [fault]: 1 },
      restart: true,
      maxAttempts: 1,
      final: ({ clients }) => clients.ann.value === '1 in 1' && clients.ann.status === 'done',
      search: { by: 'unreduced' },
    }).catch((error: unknown) => error);
    if (!(failure instanceof ExplorationError)) throw failure;
    for (const drawn of [failure.svg(), failure.html()]) expect(drawn).toContain('</svg>');
    return failure.ladder();
  };

  it('cuts a request that is lost', async () => {
    expect(await ladderOf('lostRequest')).toMatchInlineSnapshot(`
      "ann                           store
      ───                           ─────
      ●───────────────────────────▶ UpdateItem {pk: "a"} ADD tally 1
      │                             → {pk: "a", tally: 1}
      ◀───────────────────────────●
      waits 5 ms
      wakes at 5 ms
      ●─────────────╳               GetItem {pk: "a"} consistent
      │                             (the request is lost)
      sees its connection reset
      ends with UnansweredError: no
      answer came"
    `);
  });

  it('cuts a request that comes late, and has it land', async () => {
    expect(await ladderOf('lateRequest')).toMatchInlineSnapshot(`
      "ann                           store
      ───                           ─────
      ●─────────────╳               UpdateItem {pk: "a"} ADD tally 1
      │                             (the client gives up; the request lands later)
      sees its connection reset
      waits 5 ms
      wakes at 5 ms
      ●───────────────────────────▶ GetItem {pk: "a"} consistent
      │                             → no item
       ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▶ UpdateItem {pk: "a"} ADD tally 1
      │                             → {pk: "a", tally: 1}
      ◀───────────────────────────●
      returns "none in 1""
    `);
  });

  it('tells of a crash and of the beginning after it', async () => {
    expect(await ladderOf('crash')).toMatchInlineSnapshot(`
      "ann                           store
      ───                           ─────
      ●───────────────────────────▶ UpdateItem {pk: "a"} ADD tally 1
      │                             → {pk: "a", tally: 1}
      ◀───────────────────────────●
      waits 5 ms
      wakes at 5 ms
      ●───────────────────────────▶ GetItem {pk: "a"} consistent
      │                             → {pk: "a", tally: 1}
      crashes
      begins again
      ●───────────────────────────▶ UpdateItem {pk: "a"} ADD tally 1
      │                             → {pk: "a", tally: 2}
      ◀───────────────────────────●
      waits 5 ms
      wakes at 10 ms
      ●───────────────────────────▶ GetItem {pk: "a"} consistent
      │                             → {pk: "a", tally: 2}
      ◀───────────────────────────●
      returns "2 in 2""
    `);
  });

  it('tells of a delivery that comes twice', async () => {
    expect(await ladderOf('duplicateRequest')).toMatchInlineSnapshot(`
      "ann                           store
      ───                           ─────
      ●───────────────────────────▶ UpdateItem {pk: "a"} ADD tally 1
      │                             → {pk: "a", tally: 1}
      │                             (it is delivered, and lands once more later)
      ◀───────────────────────────●
      waits 5 ms
       ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▶ UpdateItem {pk: "a"} ADD tally 1
      │                             → {pk: "a", tally: 2}
      wakes at 5 ms
      ●───────────────────────────▶ GetItem {pk: "a"} consistent
      │                             → {pk: "a", tally: 2}
      ◀───────────────────────────●
      returns "2 in 1""
    `);
  });

  it('draws the steps of a transaction', async () => {
    const failure = await explore({
      setup: createTallies,
      clients: {
        ann: async ({ backend }) => {
          const TransactItems = ['x', 'y'].map((pk) => ({ Put: { TableName, Item: { pk: { S: pk } } } }));
          await backend.execute('TransactWriteItems', { TransactItems });
        },
        bob: async ({ backend }) => (await backend.execute('Scan', { TableName })).output.Count,
      },
      final: ({ clients }) => clients.bob.value !== 1,
    }).catch((error: unknown) => error);
    expect((failure as ExplorationError).ladder()).toMatchInlineSnapshot(`
      "ann                           bob                           store
      ───                           ───                           ─────
      ●─────────────────────────────────────────────────────────▶ TransactWriteItems: Put {pk: "x"}; Put {pk: "y"}
      │                             │                             → conditions hold, items locked
      │                             │                             ann's transaction writes action 1
      │                             ●───────────────────────────▶ Scan
      │                             │                             → {pk: "x"}
      │                             ◀───────────────────────────●
      │                             returns 1
      │                             │                             ann's transaction writes action 2
      │                             │                             ann's transaction ends
      ◀─────────────────────────────────────────────────────────● done
      returns                       │"
    `);
  });
});
