import type { ServiceError } from '@holdfast/wire';
import { serializationError } from './service-errors.js';

/** Whether a value is what a JSON object becomes. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** The service's name for one of its own structures. */
export function collectionClass(structure: string): string {
  return `class ${className(structure)}`;
}

export function className(structure: string): string {
  return `com.amazonaws.dynamodb.v20120810.${structure}`;
}

export function mapClass(of: string): string {
  return `java.util.Map<java.lang.String, ${of}>`;
}

/** A scalar was expected and something else came. */
export function cannotConvert(value: unknown, expected: 'String' | 'Integer' | 'Boolean'): ServiceError {
  if (Array.isArray(value)) return serializationError(`Unrecognized collection type class java.lang.${expected}`);
  if (isObject(value)) return serializationError('Start of structure or map found where not expected');
  return serializationError(`${tokenOf(value)} cannot be converted to ${expected}`);
}

/** A list, map or structure was expected and something else came. */
export function unexpectedCollection(value: unknown, expected: string): ServiceError {
  if (Array.isArray(value)) return serializationError(`Unrecognized collection type ${expected}`);
  if (isObject(value)) return serializationError('Start of structure or map found where not expected');
  return serializationError(
    expected.startsWith('class ') ? 'Unexpected value type in payload' : 'Unexpected field type',
  );
}

/** As {@link unexpectedCollection}, for a structure that is a member of another one. */
export function unexpectedMember(value: unknown, expected: string): ServiceError {
  return typeof value === 'object'
    ? unexpectedCollection(value, expected)
    : serializationError('Unexpected field type');
}

function tokenOf(value: unknown): string {
  if (typeof value === 'string') return 'STRING_VALUE';
  if (typeof value === 'boolean') return value ? 'TRUE_VALUE' : 'FALSE_VALUE';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'DECIMAL_VALUE';
  if (typeof value === 'number' || typeof value === 'bigint') return 'NUMBER_VALUE';
  return 'EMBEDDED_OBJECT_VALUE';
}

/** What the service takes a boolean for that is written as a text; `undefined` where it takes it for none. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = String(value).toUpperCase();
  if (['TRUE', '1', 'YES'].includes(text)) return true;
  return ['FALSE', '0', 'NO'].includes(text) ? false : undefined;
}
