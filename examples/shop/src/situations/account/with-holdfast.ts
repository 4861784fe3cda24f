import { a, Decimal, entity, table, transactWrite } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import type { Way } from '../../situation/situation.js';
import type { Deposit } from './promise.js';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.decimal(), revision: a.version() },
});
const Entry = entity('ENTRY', {
  key: { pk: 'ACCOUNT#{account}', sk: 'ENTRY#{id}' },
  attributes: { account: a.string(), id: a.string(), amount: a.decimal() },
});

/**
 * Writes the account back by its version, and with it, in one transaction, the entry of the deposit: whatever became of
 * a first attempt, the next one finds the entry or knows that nothing was deposited.
 */
export const withHoldfast: Way<Deposit, void> = ({ client, tableName }) => {
  const bank = table({ name: tableName, backend: dynamodb(client), entities: [Account, Entry] });
  const accounts = bank.of(Account);
  const entries = bank.of(Entry);

  return ({ id, account, amount }) =>
    bank.retryOnConflict(
      async ({ signal }) => {
        const [entry, stored] = await Promise.all([
          entries.get({ account, id }).consistent().send({ signal }),
          accounts.get({ id: account }).consistent().send({ signal }),
        ]);
        if (entry !== undefined) return;
        const before = stored ?? { id: account, balance: Decimal.from(0) };
        await transactWrite({
          account: accounts.put({ ...before, balance: before.balance.plus(amount) }),
          entry: entries.create({ account, id, amount: Decimal.from(amount) }),
        }).send({ signal });
      },
      { runs: 50 },
    );
};
