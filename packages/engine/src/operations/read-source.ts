import {
  type AttributeMap,
  type AttributeValue,
  type Projection,
  type QueryInput,
  type ScanInput,
  typeOf,
} from '@holdfast/wire';
import type { IndexUnits } from '../capacity/consumed-capacity.js';
import { indexKeyForm, type KeyTerm, rangeOf, tableKeyForm } from '../expressions/key-condition.js';
import { indexKey } from '../storage/index-key.js';
import type { KeyRange } from '../storage/ordered-store.js';
import type { KeyAttribute, KeyLayout } from '../tables/key-attribute.js';
import type { SecondaryIndex } from '../tables/secondary-index.js';
import type { Table } from '../tables/table.js';
import { keyLayoutOf } from '../tables/table-definition.js';
import { checkKeyNotEmpty } from '../validation/check-key.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';
import { startKeyOf } from './start-key.js';

type PagedInput = QueryInput | ScanInput;

/** What Query or Scan walks through: a table, or an index of one. */
export interface ReadSource {
  readonly table: Table;
  readonly index: SecondaryIndex | undefined;
}

/** @throws ServiceError ValidationException for an index that the table does not have, or that cannot be read like that */
export function readSourceOf(table: Table, { IndexName, ConsistentRead, Select }: PagedInput): ReadSource {
  if (IndexName == null) return { table, index: undefined };
  const index = table.index(IndexName);
  if (index === undefined) throw validationError(`The table does not have the specified index: ${IndexName}`);
  if (index.definition.kind === 'global') {
    if (ConsistentRead) throw validationError('Consistent reads are not supported on global secondary indexes');
    if (Select === 'ALL_ATTRIBUTES' && index.definition.projectedNames !== undefined) {
      throw invalidParameterValues(
        `Select type ALL_ATTRIBUTES is not supported for global secondary index ${IndexName} because its projection type is not ALL`,
      );
    }
  }
  return { table, index };
}

/** The attributes by which the source itself is ordered. */
export function layoutOf({ table, index }: ReadSource): KeyLayout {
  return index?.definition ?? keyLayoutOf(table.definition);
}

/**
 * Where in its source a query looks.
 *
 * @throws ServiceError ValidationException where the terms do not fit the source's keys
 */
export function rangeIn(source: ReadSource, terms: readonly KeyTerm[]): KeyRange {
  return rangeOf(layoutOf(source), source.index === undefined ? tableKeyForm : indexKeyForm, terms);
}

/**
 * Whether the items must be fetched from the table because the index does not hold all that is asked for. Only local indexes do so.
 *
 * @throws ServiceError ValidationException where a global index would have to
 */
export function needsFetch({ index }: ReadSource, input: PagedInput, projection: Projection | undefined): boolean {
  const projectedNames = index?.definition.projectedNames;
  if (index === undefined || projectedNames === undefined) return false;
  if (input.Select === 'ALL_ATTRIBUTES') return true;
  const asked = new Set((projection ?? []).map((path) => path.elements[0]));
  const missing = [...asked].filter((name) => !projectedNames.has(name));
  if (missing.length === 0) return false;
  const { name, kind } = index.definition;
  if (kind === 'local') return true;
  throw invalidParameterValues(`Global secondary index ${name} does not project [${missing.join(', ')}]`);
}

/** The key under which a page that ended with an item goes on: the table's, and the index's where one is read. */
export function evaluatedKeyOf(source: ReadSource, item: AttributeMap): AttributeMap {
  const key: Record<string, AttributeValue> = Object.create(null);
  for (const { name } of evaluatedKeyAttributes(source)) key[name] = item[name] as AttributeValue;
  return key;
}

function evaluatedKeyAttributes(source: ReadSource): readonly KeyAttribute[] {
  const layouts = [keyLayoutOf(source.table.definition), layoutOf(source)];
  return layouts.flatMap(({ partitionKeys, sortKeys }) => [...partitionKeys, ...sortKeys]);
}

/**
 * Where a request's `ExclusiveStartKey` lies in its source.
 *
 * @throws ServiceError ValidationException where it is no key of the source
 */
export function startPositionOf(source: ReadSource, key: AttributeMap): string {
  const { table, index } = source;
  if (index === undefined) return startKeyOf(table.definition, key);
  const names = new Set(evaluatedKeyAttributes(source).map((attribute) => attribute.name));
  if (names.size !== Object.keys(key).length || ![...names].every((name) => Object.hasOwn(key, name))) {
    throw validationError('The provided starting key is invalid');
  }
  const { partitionKeys, sortKeys } = index.definition;
  const partitionValues = partitionKeys.map((attribute) => startValueOf(attribute, key));
  const sortValues = sortKeys.map((attribute) => startValueOf(attribute, key));
  const tableKey = startKeyOf(table.definition, evaluatedKeyOf({ table, index: undefined }, key));
  return indexKey(partitionValues, sortValues, tableKey);
}

function startValueOf(attribute: KeyAttribute, key: AttributeMap): AttributeValue {
  const value = key[attribute.name] as AttributeValue;
  if (typeOf(value) !== attribute.type) {
    throw validationError('The provided starting key is invalid: The provided key element does not match the schema');
  }
  checkKeyNotEmpty(attribute, value);
  return value;
}

/** The units of one index as an answer tells them. */
export function indexUnitsOf({ index }: ReadSource, units: number): readonly IndexUnits[] {
  return index === undefined ? [] : [{ name: index.definition.name, kind: index.definition.kind, units }];
}
