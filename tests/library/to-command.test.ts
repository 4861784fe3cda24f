import { DynamoDBClient, GetItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine } from '@holdfast/engine';
import { a, batchWrite, entity, table, transactWrite, ValidationError } from 'holdfast';
import { dynamodb, toCommand } from 'holdfast/dynamodb';
import { describe, expect, expectTypeOf, it } from 'vitest';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});
const Note = entity('NOTE', { key: { pk: 'NOTE#{id}', sk: 'X' }, attributes: { id: a.string() } });

describe('toCommand', () => {
  const client = new DynamoDBClient(clientConfig(createEngine()));
  const shop = table({ name: 'shop', backend: dynamodb(client), entities: [Account, Note] });
  const accounts = shop.of(Account);
  const notes = shop.of(Note);

  it('makes commands that the client sends', async () => {
    await shop.createTable();
    const put = toCommand(accounts.create({ id: 'a', balance: 1 }));
    expectTypeOf(put).toEqualTypeOf<PutItemCommand>();
    expect(put).toBeInstanceOf(PutItemCommand);
    await client.send(put);
    const get = toCommand(accounts.get({ id: 'a' }).consistent());
    expect(get).toBeInstanceOf(GetItemCommand);
    const { Item } = await client.send(get);
    expect(Item?.balance).toEqual({ N: '1' });
    const change = toCommand(accounts.update({ id: 'a' }).ifVersion(1).add({ balance: 2 }).returnNew());
    expect((await client.send(change)).Attributes?.balance).toEqual({ N: '3' });
    const { Items } = await client.send(toCommand(accounts.query({ id: 'a' })));
    expect(Items).toHaveLength(1);
    const both = toCommand(transactWrite([notes.create({ id: 'n' }), accounts.delete({ id: 'a' }).ifVersion(2)]));
    expect(both).toBeInstanceOf(TransactWriteItemsCommand);
    await client.send(both);
    expect((await client.send(toCommand(accounts.scan()))).Count).toBe(1);
    await client.send(toCommand(batchWrite([notes.delete({ id: 'n' })])));
    expect((await client.send(toCommand(accounts.scan()))).Count).toBe(0);
  });

  it('draws an id for each command', () => {
    const put = accounts.create({ id: 'a', balance: 1 });
    expect(toCommand(put).input.Item?._write).not.toEqual(toCommand(put).input.Item?._write);
  });

  it('refuses what one command cannot carry, and what is no operation', () => {
    const puts = Array.from({ length: 26 }, (_, at) => notes.put({ id: `${at}` }));
    expect(() => toCommand(batchWrite(puts))).toThrow(ValidationError);
    expect(() => toCommand(batchWrite(puts))).toThrow('takes 2 requests');
    expect(() => toCommand({} as never)).toThrow('toCommand() takes an operation');
  });
});
