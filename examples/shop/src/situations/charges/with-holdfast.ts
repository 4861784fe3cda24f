import { randomUUID } from 'node:crypto';
import { a, entity, table, transactWrite } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import type { Way } from '../../situation/situation.js';
import type { Charge, Receipt } from './promise.js';

const ChargeReceipt = entity('CHARGE', {
  key: { pk: 'CHARGE#{id}', sk: 'RECEIPT' },
  attributes: { id: a.string(), receipt: a.string() },
});
const Customer = entity('CUSTOMER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ACCOUNT' },
  attributes: { customer: a.string(), charged: a.number() },
});

/** Writes the receipt and books the amount in one transaction; where the receipt exists, answers with that one. */
export const withHoldfast: Way<Charge, Receipt> = ({ client, tableName }) => {
  const shop = table({ name: tableName, backend: dynamodb(client), entities: [ChargeReceipt, Customer] });
  const receipts = shop.of(ChargeReceipt);
  const customers = shop.of(Customer);

  return ({ id, customer, amount }) =>
    customers.retryOnConflict(async ({ signal }) => {
      const receipt = randomUUID();
      const outcome = await transactWrite({
        receipt: receipts.create({ id, receipt }).returnStored(),
        booking: customers.upsert({ customer }).add({ charged: amount }),
      }).trySend({ signal });
      return outcome.applied ? receipt : (outcome.failed('receipt')?.stored?.receipt ?? receipt);
    });
};
