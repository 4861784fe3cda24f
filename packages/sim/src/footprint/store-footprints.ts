import type { Engine } from '@holdfast/engine';
import type { AttributeMap, AttributeValue, OperationInput, OperationName } from '@holdfast/wire';
import { access, join, read, write } from './footprint.js';
import type { Resources } from './resources.js';

/** One action of a transaction, as far as it says what it touches. */
export interface Touch {
  readonly tableName: string;
  readonly item: AttributeMap;
  readonly writes: boolean;
}

interface Layout {
  readonly table: number;
  readonly index: number;
  readonly stream: number;
  readonly partitionKey: string;
  readonly sortKey: string | undefined;
  readonly hasIndexes: boolean;
  readonly hasStream: boolean;
}

type TransactItem = NonNullable<OperationInput<'TransactWriteItems'>['TransactItems']>[number];

/**
 * What each request touches of the store: items, the ranges that they are members of, the locks of transactions, their tokens
 * and the definitions of tables.
 */
export class StoreFootprints {
  readonly #engine: Engine;
  readonly #resources: Resources;
  readonly #layouts = new Map<string, Layout | undefined>();
  readonly #definitions: number;
  readonly #observed = new Set<number>();
  readonly #observer: number;
  #tablesChanged = false;
  #observesMore = false;
  #listening: ((resource: number) => void) | undefined;

  constructor(engine: Engine, resources: Resources) {
    this.#engine = engine;
    this.#resources = resources;
    this.#definitions = resources.number('definitions of tables');
    this.#observer = resources.number('what is observed after each step');
  }

  /** The engine is back where it was before the first step: what is known of tables may not hold any more. */
  reset(): void {
    if (this.#tablesChanged) this.#layouts.clear();
    this.#tablesChanged = false;
  }

  /** From now on the order of writes to `resource` counts, even where they go to different items. */
  observe(resource: number): void {
    if (this.#observed.has(resource)) return;
    this.#observed.add(resource);
    this.#observesMore = true;
  }

  /** Whether the order of more writes counts than when this was last asked. */
  observesMore(): boolean {
    const more = this.#observesMore;
    this.#observesMore = false;
    return more;
  }

  /** Calls `listener` with each resource that `run` reads or writes by way of the footprints taken meanwhile. */
  listen(listener: ((resource: number) => void) | undefined): void {
    this.#listening = listener;
  }

  /** What one request touched that was carried out at once. `failed`: it ended in an error, and changed nothing. */
  of(operation: OperationName | (string & {}), input: unknown, failed: boolean): number[] {
    const touched: number[] = [access(this.#definitions, read)];
    this.#add(touched, operation, input, failed);
    return touched;
  }

  /** What a transaction touched by checking its conditions, and by locking its items unless it `failed`. */
  ofPrepare(touches: readonly Touch[], token: string | undefined, failed: boolean): number[] {
    const touched: number[] = [access(this.#definitions, read)];
    if (token !== undefined) touched.push(this.#token(token));
    for (const { tableName, item } of touches) {
      const resource = this.#item(tableName, item);
      if (resource === undefined) continue;
      touched.push(access(resource, read), access(this.#lock(resource), failed ? read : write));
    }
    return touched;
  }

  ofCommit({ tableName, item }: Touch): number[] {
    const touched: number[] = [];
    this.#write(touched, tableName, item);
    return touched;
  }

  /** What a transaction touched by letting go of its items. */
  ofFinish(touches: readonly Touch[], token: string | undefined): number[] {
    const touched: number[] = token === undefined ? [] : [this.#token(token)];
    for (const { tableName, item } of touches) {
      const resource = this.#item(tableName, item);
      if (resource !== undefined) touched.push(access(this.#lock(resource), write));
    }
    return touched;
  }

  /** What the arrival of a late update of an index touches. */
  ofIndexUpdate(tableName: string): number[] {
    const layout = this.#layout(tableName);
    if (layout === undefined) return [];
    const touched = [access(layout.index, join)];
    this.#note(touched, layout.index);
    return touched;
  }

  /** The records of a table's stream, which tell the order of writes to different items. */
  readStream(touched: number[], tableName: string): void {
    const layout = this.#layout(tableName);
    if (layout === undefined) return;
    touched.push(access(layout.stream, read));
    this.observe(layout.stream);
  }

  /** Touches what every request touches. */
  touchEverything(touched: number[]): void {
    touched.push(access(this.#definitions, write));
  }

  touchOf(action: TransactItem): Touch {
    const { Put, Update, Delete, ConditionCheck } = action;
    if (Put) return { tableName: Put.TableName, item: Put.Item, writes: true };
    const keyed = Update ?? Delete ?? ConditionCheck;
    if (keyed === undefined) return { tableName: '', item: {}, writes: false };
    return { tableName: keyed.TableName, item: keyed.Key, writes: ConditionCheck === undefined };
  }

  hasIndexes(tableName: string): boolean {
    return this.#layout(tableName)?.hasIndexes === true;
  }

  #add(touched: number[], operation: string, input: unknown, failed: boolean): void {
    switch (operation) {
      case 'GetItem': {
        const { TableName, Key } = input as OperationInput<'GetItem'>;
        this.#read(touched, TableName, Key);
        return;
      }
      case 'PutItem': {
        const { TableName, Item } = input as OperationInput<'PutItem'>;
        this.#single(touched, TableName, Item, failed);
        return;
      }
      case 'UpdateItem':
      case 'DeleteItem': {
        const { TableName, Key } = input as OperationInput<'DeleteItem'>;
        this.#single(touched, TableName, Key, failed);
        return;
      }
      case 'Query':
      case 'Scan':
        this.#readRange(touched, input as OperationInput<'Query'>);
        return;
      case 'BatchGetItem':
        for (const [table, { Keys }] of Object.entries((input as OperationInput<'BatchGetItem'>).RequestItems)) {
          for (const key of Keys ?? []) this.#read(touched, table, key);
        }
        return;
      case 'BatchWriteItem':
        for (const [table, requests] of Object.entries((input as OperationInput<'BatchWriteItem'>).RequestItems)) {
          for (const { PutRequest, DeleteRequest } of requests) {
            this.#single(touched, table, PutRequest?.Item ?? DeleteRequest?.Key ?? {}, failed);
          }
        }
        return;
      case 'TransactGetItems':
        for (const { Get } of (input as OperationInput<'TransactGetItems'>).TransactItems ?? []) {
          const resource = Get && this.#read(touched, Get.TableName, Get.Key);
          if (resource !== undefined) touched.push(access(this.#lock(resource), read));
        }
        return;
      case 'TransactWriteItems': {
        const { TransactItems = [], ClientRequestToken } = input as OperationInput<'TransactWriteItems'>;
        const touches = TransactItems.map((action) => this.touchOf(action));
        touched.push(...this.ofPrepare(touches, ClientRequestToken, failed));
        if (failed) return;
        for (const touch of touches) if (touch.writes) touched.push(...this.ofCommit(touch));
        return;
      }
      case 'GetRecords':
      case 'GetShardIterator':
      case 'DescribeStream':
      case 'ListStreams':
        this.#readStreams(touched);
        return;
      case 'DescribeTable':
      case 'DescribeTimeToLive':
      case 'ListTables':
        return;
      default:
        touched.push(access(this.#definitions, write));
        this.#layouts.clear();
        this.#tablesChanged = true;
    }
  }

  #single(touched: number[], tableName: string, item: AttributeMap, failed: boolean): void {
    const resource = failed ? this.#read(touched, tableName, item) : this.#write(touched, tableName, item);
    if (resource !== undefined) touched.push(access(this.#lock(resource), read));
  }

  #read(touched: number[], tableName: string, item: AttributeMap): number | undefined {
    const resource = this.#item(tableName, item);
    if (resource === undefined) return undefined;
    touched.push(access(resource, read));
    this.#listening?.(resource);
    return resource;
  }

  #write(touched: number[], tableName: string, item: AttributeMap): number | undefined {
    const layout = this.#layout(tableName);
    const resource = this.#item(tableName, item);
    if (layout === undefined || resource === undefined) return undefined;
    touched.push(access(resource, write), access(layout.table, join));
    const partition = this.#partition(tableName, item[layout.partitionKey]);
    touched.push(access(partition, join));
    if (layout.hasIndexes) touched.push(access(layout.index, join));
    if (layout.hasStream) touched.push(access(layout.stream, join));
    if (this.#observed.size > 0) this.#note(touched, resource, layout.table, partition, layout.index, layout.stream);
    return resource;
  }

  /** Where a step changes what is observed after each step, its order among all such steps counts. */
  #note(touched: number[], ...resources: readonly number[]): void {
    if (resources.some((resource) => this.#observed.has(resource))) touched.push(access(this.#observer, write));
  }

  #readRange(touched: number[], input: OperationInput<'Query'>): void {
    const layout = this.#layout(input.TableName);
    if (layout === undefined) return;
    const resource = this.#rangeOf(input, layout);
    touched.push(access(resource, read));
    this.#listening?.(resource);
  }

  #rangeOf(input: OperationInput<'Query'>, layout: Layout): number {
    if (input.IndexName !== undefined) return layout.index;
    const value = partitionValue(input, layout.partitionKey);
    return value === undefined ? layout.table : this.#partition(input.TableName, value);
  }

  #readStreams(touched: number[]): void {
    for (const name of this.#engine.execute('ListTables', {}).TableNames ?? []) {
      if (this.#layout(name)?.hasStream) this.readStream(touched, name);
    }
  }

  #item(tableName: string, item: AttributeMap): number | undefined {
    const layout = this.#layout(tableName);
    if (layout === undefined) return undefined;
    const sort = layout.sortKey === undefined ? '' : nameOf(item[layout.sortKey]);
    return this.#resources.number(`${tableName}/${nameOf(item[layout.partitionKey])}/${sort}`);
  }

  #partition(tableName: string, value: AttributeValue | undefined): number {
    return this.#resources.number(`${tableName}/${nameOf(value)}/*`);
  }

  #lock(resource: number): number {
    return this.#resources.number(`lock ${resource}`);
  }

  #token(token: string): number {
    return access(this.#resources.number(`token ${token}`), write);
  }

  #layout(tableName: string): Layout | undefined {
    if (this.#layouts.has(tableName)) return this.#layouts.get(tableName);
    const layout = this.#readLayout(tableName);
    this.#layouts.set(tableName, layout);
    return layout;
  }

  #readLayout(tableName: string): Layout | undefined {
    const table = this.#describe(tableName);
    if (table === undefined) return undefined;
    const keys = table.KeySchema ?? [];
    return {
      table: this.#resources.number(`${tableName}/*`),
      index: this.#resources.number(`${tableName} indexes`),
      stream: this.#resources.number(`${tableName} stream`),
      partitionKey: keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '',
      sortKey: keys.find(({ KeyType }) => KeyType === 'RANGE')?.AttributeName,
      hasIndexes: (table.GlobalSecondaryIndexes ?? []).length + (table.LocalSecondaryIndexes ?? []).length > 0,
      hasStream: table.StreamSpecification?.StreamEnabled === true,
    };
  }

  #describe(tableName: string) {
    try {
      return this.#engine.execute('DescribeTable', { TableName: tableName }).Table;
    } catch {
      return undefined;
    }
  }
}

/** An attribute value as part of a resource's name. Numbers that nearly equal each other may share one. */
function nameOf(value: AttributeValue | undefined): string {
  if (value === undefined) return '';
  // with its length, so that no two keys run into each other
  if ('S' in value) return `${value.S.length} ${value.S}`;
  if ('N' in value) return `${Number(value.N)} number`;
  return 'B' in value ? `${[...value.B]} bytes` : '';
}

const equality = /(#?[\w.-]+)\s*=\s*(:\w+)/g;

/** The value of the partition key that a query names, where it says so plainly. */
function partitionValue(input: OperationInput<'Query'>, partitionKey: string): AttributeValue | undefined {
  for (const [, name = '', value = ''] of input.KeyConditionExpression?.matchAll(equality) ?? []) {
    const attribute = name.startsWith('#') ? input.ExpressionAttributeNames?.[name] : name;
    if (attribute === partitionKey) return input.ExpressionAttributeValues?.[value];
  }
  return undefined;
}
