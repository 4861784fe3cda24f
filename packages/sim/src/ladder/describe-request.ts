import type { AttributeMap, AttributeValue } from '@holdfast/wire';

interface Expressions {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: AttributeMap;
}

interface ItemRequest extends Expressions {
  readonly TableName?: string;
  readonly Key?: AttributeMap;
  readonly Item?: AttributeMap;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly ConsistentRead?: boolean;
  readonly IndexName?: string;
}

/** A request in a few words: what it is for, with names and values in place of placeholders. */
export function describeRequest(operation: string, input: unknown): string {
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    const { TransactItems = [], ClientRequestToken } = input as {
      readonly TransactItems?: readonly Readonly<Record<string, ItemRequest>>[];
      readonly ClientRequestToken?: string;
    };
    const actions = TransactItems.flatMap((action) =>
      Object.entries(action).map(([kind, request]) => `${kind} ${describeItemRequest(request)}`),
    );
    const token = ClientRequestToken === undefined ? '' : ` (token ${ClientRequestToken})`;
    return `${operation}${token}: ${actions.join('; ')}`;
  }
  if (operation === 'BatchWriteItem' || operation === 'BatchGetItem') {
    return `${operation} ${plainText((input as { readonly RequestItems?: unknown }).RequestItems)}`;
  }
  return `${operation} ${describeItemRequest(input as ItemRequest)}`.trim();
}

function describeItemRequest(request: ItemRequest): string {
  const words = [
    request.IndexName && `index ${request.IndexName}`,
    request.Key && mapText(request.Key),
    request.Item && mapText(request.Item),
    request.UpdateExpression && filledIn(request.UpdateExpression, request),
    request.KeyConditionExpression && `where ${filledIn(request.KeyConditionExpression, request)}`,
    request.FilterExpression && `filter ${filledIn(request.FilterExpression, request)}`,
    request.ConditionExpression && `if ${filledIn(request.ConditionExpression, request)}`,
    request.ConsistentRead && 'consistent',
  ];
  return words.filter(Boolean).join(' ');
}

interface DescribedResult {
  readonly operation: string;
  readonly output?: unknown;
  readonly error?: unknown;
}

/** What a request was answered, in a few words. */
export function describeResult({ operation, output, error }: DescribedResult): string {
  if (error !== undefined) return describeError(error);
  if (typeof output !== 'object' || output === null) return output === undefined ? 'done' : plainText(output);
  const { Item, Attributes, Items, Responses } = output as {
    readonly Item?: AttributeMap;
    readonly Attributes?: AttributeMap;
    readonly Items?: readonly AttributeMap[];
    readonly Responses?: unknown;
  };
  if (Item) return mapText(Item);
  if (Attributes) return mapText(Attributes);
  if (Items) return Items.length === 0 ? 'no items' : Items.map(mapText).join(', ');
  if (Responses) return plainText(Responses);
  if (operation === 'GetItem') return 'no item';
  const rest = Object.keys(output);
  return rest.length === 0 ? 'done' : plainText(output);
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return plainText(error);
  const { cancellationReasons, item } = error as {
    readonly cancellationReasons?: readonly { readonly Code?: string }[];
    readonly item?: AttributeMap;
  };
  if (cancellationReasons) return `${error.name}: ${cancellationReasons.map(({ Code }) => Code).join(', ')}`;
  return item ? `${error.name}, stored ${mapText(item)}` : `${error.name}: ${error.message}`;
}

function filledIn(expression: string, { ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: Expressions) {
  return expression
    .replace(/#\w+/g, (name) => ExpressionAttributeNames[name] ?? name)
    .replace(/:\w+/g, (name) => {
      const value = ExpressionAttributeValues[name];
      return value === undefined ? name : valueText(value);
    });
}

export function mapText(item: AttributeMap): string {
  return `{${Object.entries(item)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ')}}`;
}

function valueText(value: AttributeValue): string {
  const [type, content] = Object.entries(value)[0] ?? ['NULL', null];
  switch (type) {
    case 'N':
      return String(content);
    case 'NULL':
      return 'null';
    case 'M':
      return mapText(content as AttributeMap);
    case 'L':
      return `[${(content as readonly AttributeValue[]).map(valueText).join(', ')}]`;
    default:
      return plainText(content);
  }
}

/** A value of the program's own, or a structure of the service's, as text. */
export function plainText(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes ${[...value].join(' ')}`;
  try {
    return (
      JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)) ??
      String(value)
    );
  } catch {
    return String(value);
  }
}
