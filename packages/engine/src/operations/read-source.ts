import {
  type AttributeMap,
  type AttributeValue,
  equalValues,
  type Projection,
  type QueryInput,
  type ScanInput,
  typeOf,
} from '@holdfast/wire';
import type { IndexUnits } from '../capacity/consumed-capacity.js';
import { indexKeyForm, type KeyTerm, rangeOf, tableKeyForm } from '../expressions/key-condition.js';
import { indexKey } from '../storage/index-key.js';
import { isInRange, type KeyRange } from '../storage/ordered-store.js';
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
export function readSourceOf(table: Table, { IndexName, ConsistentRead }: PagedInput): ReadSource {
  if (IndexName == null) return { table, index: undefined };
  const index = table.index(IndexName);
  if (index === undefined) throw validationError(`The table does not have the specified index: ${IndexName}`);
  if (index.definition.kind === 'global') {
    if (ConsistentRead) throw validationError('Consistent reads are not supported on global secondary indexes');
  }
  return { table, index };
}

/** @throws ServiceError ValidationException where a global index would have to give what it does not hold */
export function refuseUnprojected({ index }: ReadSource, { Select }: PagedInput): void {
  if (Select !== 'ALL_ATTRIBUTES' || index?.definition.kind !== 'global') return;
  if (index.definition.projectedNames === undefined) return;
  throw invalidParameterValues(
    `Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.definition.name} because its projection type is not ALL`,
  );
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
 * Holds a request's `ExclusiveStartKey` to the keys of its source.
 *
 * @throws ServiceError ValidationException
 */
export function checkStartKey(source: ReadSource, key: AttributeMap): void {
  const names = new Set(evaluatedKeyAttributes(source).map((attribute) => attribute.name));
  if (names.size !== Object.keys(key).length) throw validationError('The provided starting key is invalid');
  const { partitionKeys, sortKeys } = layoutOf(source);
  for (const attribute of [...partitionKeys, ...sortKeys]) {
    const value = Object.hasOwn(key, attribute.name) ? key[attribute.name] : undefined;
    if (value === undefined) throw validationError('The provided starting key is invalid');
    if (typeOf(value) !== attribute.type) throw validationError('The provided key element does not match the schema');
    checkKeyNotEmpty(attribute, value);
  }
}

/**
 * Where a request's `ExclusiveStartKey`, which has been checked, lies in its source.
 *
 * @throws ServiceError ValidationException where its other attributes are no key of the table
 */
export function startPositionOf(source: ReadSource, key: AttributeMap): string {
  const { table, index } = source;
  if (index === undefined) return startKeyOf(table.definition, key);
  const { partitionKeys, sortKeys } = index.definition;
  const keyValue = ({ name }: KeyAttribute) => key[name] as AttributeValue;
  const tableKey = startKeyOf(table.definition, ownMembers(key, table));
  return indexKey(partitionKeys.map(keyValue), sortKeys.map(keyValue), tableKey);
}

function ownMembers(key: AttributeMap, table: Table): AttributeMap {
  const { partitionKeys, sortKeys } = keyLayoutOf(table.definition);
  const members: Record<string, AttributeValue> = Object.create(null);
  for (const { name } of [...partitionKeys, ...sortKeys]) {
    if (Object.hasOwn(key, name)) members[name] = key[name] as AttributeValue;
  }
  return members;
}

/**
 * Why a query cannot go on after a key that lies outside of what it asks for.
 *
 * @param terms the query's key condition, which holds a sort key attribute or not
 */
export function outsideRange(source: ReadSource, key: AttributeMap, range: KeyRange, terms: readonly KeyTerm[]) {
  const { partitionKeys } = layoutOf(source);
  const isElsewhere = partitionKeys.some(({ name }) => {
    const [value] = terms.find((term) => term.attribute === name)?.values ?? [];
    return value === undefined || !equalValues(value, key[name] as AttributeValue);
  });
  if (terms.length === partitionKeys.length) {
    return validationError('The provided starting key is outside query boundaries based on provided conditions');
  }
  if (isElsewhere && matchesSortTerms(source, key, range, terms)) {
    return validationError('The query can return at most one row and cannot be restarted');
  }
  return validationError('The provided starting key does not match the range key predicate');
}

/** Whether the key would lie in the range if its partition were the one asked for. */
function matchesSortTerms(source: ReadSource, key: AttributeMap, range: KeyRange, terms: readonly KeyTerm[]): boolean {
  const moved: Record<string, AttributeValue> = Object.assign(Object.create(null), key);
  for (const { name } of layoutOf(source).partitionKeys) {
    const [value] = terms.find((term) => term.attribute === name)?.values ?? [];
    if (value !== undefined) moved[name] = value;
  }
  return isInRange(startPositionOf(source, moved), range);
}

/** The units of one index as an answer tells them. */
export function indexUnitsOf({ index }: ReadSource, units: number): readonly IndexUnits[] {
  return index === undefined ? [] : [{ name: index.definition.name, kind: index.definition.kind, units }];
}
