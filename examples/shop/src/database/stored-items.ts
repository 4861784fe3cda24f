import { type AttributeValue, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';

export type StoredItem = Readonly<Record<string, AttributeValue>>;

/** The items of a table as they are stored, found by their keys `pk` and `sk`. */
export class StoredItems {
  readonly #items = new Map<string, StoredItem>();

  constructor(items: Iterable<StoredItem>) {
    for (const item of items) this.#items.set(address(item.pk?.S, item.sk?.S), item);
  }

  get(pk: string, sk: string): StoredItem | undefined {
    return this.#items.get(address(pk, sk));
  }

  /** The number in an attribute; 0 where the item or the attribute is missing. */
  number(pk: string, sk: string, attribute: string): number {
    return Number(this.get(pk, sk)?.[attribute]?.N ?? 0);
  }

  /** The string in an attribute. */
  string(pk: string, sk: string, attribute: string): string | undefined {
    return this.get(pk, sk)?.[attribute]?.S;
  }
}

function address(pk: string | undefined, sk: string | undefined): string {
  return JSON.stringify([pk, sk]);
}

/** Reads a whole table with consistent reads. */
export async function readAll(client: DynamoDBClient, tableName: string): Promise<StoredItems> {
  const items: StoredItem[] = [];
  let start: StoredItem | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ExclusiveStartKey: start }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return new StoredItems(items);
}
