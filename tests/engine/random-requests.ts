import fc from 'fast-check';

export interface Request {
  readonly operation: string;
  readonly input: object;
}

export const tableName = 'things';
export const indexName = 'byKind';

/** The table that all requests are about: with a sort key, a global index, and nothing in it. */
export const tableDefinition = {
  TableName: tableName,
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
    { AttributeName: 'kind', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: indexName,
      KeySchema: [
        { AttributeName: 'kind', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};

const sometimes = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined });

// Small domains, so that the same items, attributes and values meet again and again.
const text = fc.constantFrom('a', 'b', 'ab', 'é', '');
const number = fc.constantFrom('0', '1', '-1', '2.5', '10', '1e20', '-3');
const bytes = fc.constantFrom('AQ==', 'AQI=', '/w==');
const set = <Value>(of: fc.Arbitrary<Value>) => fc.uniqueArray(of, { minLength: 1, maxLength: 3 });
// No NULL is stored: dynoxide takes it for a list or a map where an update sets an element of it.
const scalar = fc.oneof(
  fc.record({ S: text }),
  fc.record({ N: number }),
  fc.record({ B: bytes }),
  fc.record({ BOOL: fc.boolean() }),
);
const nothing = fc.constant({ NULL: true });
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.record({ SS: set(text) }),
  fc.record({ NS: set(number) }),
  fc.record({ BS: set(bytes) }),
  fc.record({ L: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ M: fc.dictionary(fc.constantFrom('x', 'y'), scalar, { maxKeys: 2 }) }),
);
const key = fc.record({
  pk: fc.record({ S: fc.constantFrom('p', 'q') }),
  sk: fc.record({ N: fc.constantFrom('1', '2', '-5') }),
});
const kind = fc.oneof(fc.constant({}), fc.record({ kind: fc.record({ S: fc.constantFrom('k', 'l') }) }));
const item = fc
  .tuple(key, kind, fc.dictionary(fc.constantFrom('u', 'v', 'w'), value, { maxKeys: 3 }))
  .map(([ofItem, ofIndex, attributes]) => ({ ...attributes, ...ofIndex, ...ofItem }));

/** An expression under construction: each value that it names gets the next placeholder. */
class Placeholders {
  readonly values: Record<string, object> = {};

  of(one: object): string {
    const name = `:v${Object.keys(this.values).length}`;
    this.values[name] = one;
    return name;
  }
}
type Text = (placeholders: Placeholders) => string;

const path = fc.constantFrom('u', 'v', 'w', 'u.x', 'v.y', 'u[0]', 'v[1]', 'w.x');
const constant: fc.Arbitrary<Text> = value.map((one) => (placeholders) => placeholders.of(one));
const numberConstant: fc.Arbitrary<Text> = number.map((one) => (placeholders) => placeholders.of({ N: one }));
/** None of these is a {@link path}: a comparison of a path with itself is refused, and dynoxide does not know that. */
const otherPath = fc.constantFrom('kind', 'sk', 'w.y', 'v[0]');
const operand: fc.Arbitrary<Text> = fc.oneof(
  { weight: 4, arbitrary: constant },
  nothing.map((one) => (placeholders: Placeholders) => placeholders.of(one)),
  otherPath.map((name) => () => name),
  path.map((name) => () => `size(${name})`),
);
/** Only what has an order: the service refuses other constants before it looks at any item; dynoxide does not. */
const ordered: fc.Arbitrary<Text> = fc.oneof(
  fc
    .oneof(fc.record({ S: text }), fc.record({ N: number }), fc.record({ B: bytes }))
    .map((one) => (placeholders: Placeholders) => placeholders.of(one)),
  otherPath.map((name) => () => name),
);
const types = fc.constantFrom('S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M');

const condition: fc.Arbitrary<Text> = fc.letrec<{ condition: Text; test: Text }>((tie) => ({
  test: fc.oneof(
    fc.tuple(path, fc.constantFrom('<', '<=', '>', '>='), ordered).map(
      ([left, comparator, right]) =>
        (placeholders: Placeholders) =>
          `${left} ${comparator} ${right(placeholders)}`,
    ),
    fc.tuple(path, fc.constantFrom('=', '<>'), operand).map(
      ([left, comparator, right]) =>
        (placeholders: Placeholders) =>
          `${left} ${comparator} ${right(placeholders)}`,
    ),
    fc.tuple(path, numberConstant).map(
      ([left, right]) =>
        (placeholders: Placeholders) =>
          `size(${left}) > ${right(placeholders)}`,
    ),
    fc
      .tuple(path, number, number)
      .filter(([, low, high]) => Number(low) <= Number(high))
      .map(
        ([left, low, high]) =>
          (placeholders: Placeholders) =>
            `${left} BETWEEN ${placeholders.of({ N: low })} AND ${placeholders.of({ N: high })}`,
      ),
    fc.tuple(path, fc.array(constant, { minLength: 1, maxLength: 3 })).map(
      ([left, among]) =>
        (placeholders: Placeholders) =>
          `${left} IN (${among.map((each) => each(placeholders)).join(', ')})`,
    ),
    path.map((name) => () => `attribute_exists(${name})`),
    path.map((name) => () => `attribute_not_exists(${name})`),
    fc.tuple(path, types).map(
      ([name, type]) =>
        (placeholders: Placeholders) =>
          `attribute_type(${name}, ${placeholders.of({ S: type })})`,
    ),
    fc.tuple(path, text).map(
      ([name, prefix]) =>
        (placeholders: Placeholders) =>
          `begins_with(${name}, ${placeholders.of({ S: prefix })})`,
    ),
    fc.tuple(path, scalar).map(
      ([name, element]) =>
        (placeholders: Placeholders) =>
          `contains(${name}, ${placeholders.of(element)})`,
    ),
  ),
  condition: fc.oneof(
    { maxDepth: 2 },
    { weight: 2, arbitrary: tie('test') },
    tie('condition').map((of) => (placeholders: Placeholders) => `NOT (${of(placeholders)})`),
    fc.tuple(tie('condition'), fc.constantFrom('AND', 'OR'), tie('condition')).map(
      ([left, junction, right]) =>
        (placeholders: Placeholders) =>
          `(${left(placeholders)}) ${junction} (${right(placeholders)})`,
    ),
  ),
})).condition;

const newValue: fc.Arbitrary<Text> = fc.oneof(
  { weight: 3, arbitrary: constant },
  path.map((name) => () => name),
  fc.tuple(path, fc.constantFrom('+', '-'), numberConstant).map(
    ([name, sign, by]) =>
      (placeholders: Placeholders) =>
        `${name} ${sign} ${by(placeholders)}`,
  ),
  fc.tuple(path, constant).map(
    ([name, other]) =>
      (placeholders: Placeholders) =>
        `if_not_exists(${name}, ${other(placeholders)})`,
  ),
  fc.tuple(path, fc.array(scalar, { maxLength: 2 })).map(
    ([name, L]) =>
      (placeholders: Placeholders) =>
        `list_append(${name}, ${placeholders.of({ L })})`,
  ),
);
const addend = fc.oneof(
  fc.record({ N: number }),
  fc.record({ SS: set(text) }),
  fc.record({ NS: set(number) }),
  fc.record({ BS: set(bytes) }),
);
const takenSet = fc.oneof(fc.record({ SS: set(text) }), fc.record({ NS: set(number) }));
type Clause = (attribute: string, placeholders: Placeholders) => string;
/** No `[1]`: an element set beyond a list's end goes to its end, and dynoxide fills the gap with NULL. */
const within = fc.constantFrom('', '', '', '.x', '[0]');
const giving: fc.Arbitrary<Clause> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(within, newValue).map(
      ([inner, to]) =>
        (name: string, placeholders: Placeholders) =>
          `SET ${name}${inner} = ${to(placeholders)}`,
    ),
  },
  addend.map((by) => (name: string, placeholders: Placeholders) => `ADD ${name} ${placeholders.of(by)}`),
);
/** Whole attributes: to remove what is in one that is not there is an error, and dynoxide lets it pass. */
const taking: fc.Arbitrary<Clause> = fc.oneof(
  fc.constant<Clause>((name) => `REMOVE ${name}`),
  takenSet.map((away) => (name: string, placeholders: Placeholders) => `DELETE ${name} ${placeholders.of(away)}`),
);
/**
 * Each attribute is changed once: dynoxide does not see that paths of different clauses overlap. And something is always
 * given: an update that only takes away makes no item where there was none, and dynoxide makes one.
 */
const update: fc.Arbitrary<Text> = fc
  .tuple(fc.shuffledSubarray(['u', 'v', 'w'], { minLength: 2, maxLength: 2 }), giving, sometimes(taking))
  .map(([[first = '', second = ''], give, take]) => (placeholders) => {
    const given = give(first, placeholders);
    return take ? `${given} ${take(second, placeholders)}` : given;
  });

/** The parameters with these expressions and the values that they name. */
function expressions(texts: Readonly<Record<string, Text | undefined>>): Readonly<Record<string, unknown>> {
  const placeholders = new Placeholders();
  const parameters: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(texts)) if (of) parameters[name] = of(placeholders);
  return Object.keys(placeholders.values).length === 0
    ? parameters
    : { ...parameters, ExpressionAttributeValues: placeholders.values };
}

const TableName = tableName;
const returnsOld = fc.constantFrom('NONE', 'ALL_OLD');
const conditional = fc
  .tuple(sometimes(condition), returnsOld)
  .map(([ConditionExpression, ReturnValuesOnConditionCheckFailure]) => ({
    ConditionExpression,
    ReturnValuesOnConditionCheckFailure,
  }));

const put = fc.tuple(item, conditional, returnsOld).map(([Item, { ConditionExpression, ...rest }, ReturnValues]) => ({
  operation: 'PutItem',
  input: { TableName, Item, ReturnValues, ...rest, ...expressions({ ConditionExpression }) },
}));
const remove = fc.tuple(key, conditional, returnsOld).map(([Key, { ConditionExpression, ...rest }, ReturnValues]) => ({
  operation: 'DeleteItem',
  input: { TableName, Key, ReturnValues, ...rest, ...expressions({ ConditionExpression }) },
}));
/** Of an updated list, and of a set of which nothing is left, dynoxide returns something else. */
const knownToBoth = (returned: string, expression: unknown) =>
  returned.startsWith('UPDATED') && /\[\d\] =|DELETE/.test(String(expression)) ? 'ALL_NEW' : returned;
const change = fc
  .tuple(key, update, conditional, fc.constantFrom('NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'))
  .map(([Key, UpdateExpression, { ConditionExpression, ...rest }, returned]) => {
    const texts = expressions({ UpdateExpression, ConditionExpression });
    const ReturnValues = knownToBoth(returned, texts.UpdateExpression);
    return { operation: 'UpdateItem', input: { TableName, Key, ReturnValues, ...rest, ...texts } };
  });
const projection = sometimes(
  fc
    .uniqueArray(fc.constantFrom('pk', 'u', 'v.y', 'w.x', 'kind'), { minLength: 1, maxLength: 3 })
    .map((paths) => () => paths.join(', ')),
);
const get = fc.tuple(key, projection, fc.boolean()).map(([Key, ProjectionExpression, ConsistentRead]) => ({
  operation: 'GetItem',
  input: { TableName, Key, ConsistentRead, ...expressions({ ProjectionExpression }) },
}));
const sortCondition: fc.Arbitrary<Text> = fc.oneof(
  fc.tuple(fc.constantFrom('=', '<', '<=', '>', '>='), numberConstant).map(
    ([comparator, to]) =>
      (placeholders: Placeholders) =>
        ` AND sk ${comparator} ${to(placeholders)}`,
  ),
  fc.constant<Text>(() => ''),
  fc.constant<Text>(
    (placeholders) => ` AND sk BETWEEN ${placeholders.of({ N: '-5' })} AND ${placeholders.of({ N: '1' })}`,
  ),
);
const query = fc
  .tuple(
    fc.constantFrom({ name: 'pk', values: ['p', 'q'] }, { name: 'kind', values: ['k', 'l'] }),
    fc.nat({ max: 1 }),
    sortCondition,
    sometimes(condition),
    fc.boolean(),
    sometimes(fc.integer({ min: 1, max: 3 })),
    fc.constantFrom(undefined, 'COUNT', 'ALL_ATTRIBUTES'),
  )
  .map(([partition, which, sort, FilterExpression, ScanIndexForward, Limit, Select]) => ({
    operation: 'Query',
    input: {
      TableName,
      ...(partition.name === 'kind' && { IndexName: indexName }),
      ScanIndexForward,
      // Items with equal keys of an index are in no order, so a page of them could be of any.
      ...(partition.name === 'pk' && { Limit }),
      Select,
      ...expressions({
        KeyConditionExpression: (placeholders) =>
          `${partition.name} = ${placeholders.of({ S: partition.values[which] as string })}${sort(placeholders)}`,
        FilterExpression,
      }),
    },
  }));
const scan = fc
  .tuple(sometimes(condition), fc.boolean(), projection)
  .map(([FilterExpression, ofIndex, ProjectionExpression]) => ({
    operation: 'Scan',
    input: {
      TableName,
      ...(ofIndex && { IndexName: indexName }),
      ...expressions({ FilterExpression, ProjectionExpression }),
    },
  }));

const action = fc.oneof(
  fc.tuple(item, sometimes(condition)).map(([Item, ConditionExpression]) => ({
    Put: { TableName, Item, ...expressions({ ConditionExpression }) },
  })),
  fc.tuple(key, update, sometimes(condition)).map(([Key, UpdateExpression, ConditionExpression]) => ({
    Update: { TableName, Key, ...expressions({ UpdateExpression, ConditionExpression }) },
  })),
  fc.tuple(key, sometimes(condition)).map(([Key, ConditionExpression]) => ({
    Delete: { TableName, Key, ...expressions({ ConditionExpression }) },
  })),
  fc.tuple(key, condition).map(([Key, ConditionExpression]) => ({
    ConditionCheck: {
      TableName,
      Key,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...expressions({ ConditionExpression }),
    },
  })),
);
const transactWrite = fc.array(action, { minLength: 1, maxLength: 3 }).map((TransactItems) => ({
  operation: 'TransactWriteItems',
  input: { TransactItems },
}));
const transactGet = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => ({
  operation: 'TransactGetItems',
  input: { TransactItems: keys.map((Key) => ({ Get: { TableName, Key } })) },
}));
const batchGet = fc.array(key, { minLength: 1, maxLength: 3 }).map((Keys) => ({
  operation: 'BatchGetItem',
  input: { RequestItems: { [TableName]: { Keys } } },
}));
const batchWrite = fc
  .array(
    fc.oneof(
      item.map((Item) => ({ PutRequest: { Item } })),
      key.map((Key) => ({ DeleteRequest: { Key } })),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((writes) => ({ operation: 'BatchWriteItem', input: { RequestItems: { [TableName]: writes } } }));

/** Requests on the table, most of them sound, some of them not. */
export const anyRequest: fc.Arbitrary<Request> = fc.oneof(
  { weight: 5, arbitrary: put },
  { weight: 6, arbitrary: change },
  { weight: 2, arbitrary: remove },
  { weight: 2, arbitrary: get },
  { weight: 3, arbitrary: query },
  { weight: 3, arbitrary: scan },
  { weight: 3, arbitrary: transactWrite },
  { weight: 1, arbitrary: transactGet },
  { weight: 1, arbitrary: batchGet },
  { weight: 2, arbitrary: batchWrite },
);
