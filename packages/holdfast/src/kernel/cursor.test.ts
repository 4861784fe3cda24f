import type { AttributeValue } from '@holdfast/wire';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';
import { plainly, type ReadPlan } from './read-page.js';
import { signedCursors } from './signed-cursors.js';

const keyNames = ['pk', 'sk', '__proto__'];
const signer = signedCursors('a secret of at least 32 characters');
const planned = (more: object) =>
  ({
    ...plainly,
    what: 'query',
    keyCondition: undefined,
    keyNames,
    target: { table: 'shop', ...more },
  }) as unknown as ReadPlan;

const keyValue: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc.record({ S: fc.string({ unit: 'binary', minLength: 1 }) }),
  fc.record({ N: fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }).map(String) }),
  fc.record({ B: fc.uint8Array({ minLength: 1 }) }),
);

it.each([
  ['with a checksum', planned({})],
  ['signed', planned({ cursors: signer })],
])('carries keys of every type unchanged, %s', async (_name, plan) => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(keyValue, keyValue, keyValue), async (values) => {
      const key = Object.fromEntries(keyNames.map((name, index) => [name, values[index] as AttributeValue]));
      const cursor = await encodeCursor(plan, key);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(Object.entries(await decodeCursor(plan, cursor))).toEqual(Object.entries(key));
    }),
  );
});

it('takes no position that lacks a part of the key, or has another, even under a true checksum', async () => {
  const plan = planned({});
  for (const forged of [{ pk: { S: 'a' } }, { pk: { S: 'a' }, sk: { S: 'b' }, other: { S: 'c' } }]) {
    await expect(encodeCursor(plan, forged).then((cursor) => decodeCursor(plan, cursor))).rejects.toMatchObject({
      name: 'ValidationError',
    });
  }
});
