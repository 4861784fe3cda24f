import { checkAttributeMapTypes, checkAttributeValueTypes } from './check-attribute-types.js';
import {
  cannotConvert,
  className,
  collectionClass,
  isObject,
  mapClass,
  unexpectedCollection,
  unexpectedMember,
} from './json-type.js';
import { serializationError, validationError } from './service-errors.js';
import type { IntegerShape, ListShape, MapShape, Member, Shape, StringShape, StructureShape } from './shape.js';

/**
 * Holds a request to its shape, as the service does before anything else: first the JSON types of all of it, then the bounds.
 * Members that the shape does not know are ignored, `null` and `undefined` count as absent.
 *
 * @throws ServiceError SerializationException, or ValidationException with all violations in one message
 */
export function checkShape(shape: StructureShape, input: unknown): void {
  checkTypes(shape, input, false);
  const violations: Violation[] = [];
  collect(shape, input, '', violations);
  if (violations.length === 0) return;
  const ofTableName = violations.find((violation) => violation.path === 'tableName');
  const reported = ofTableName === undefined ? violations : [ofTableName];
  const count = `${reported.length} validation error${reported.length === 1 ? '' : 's'} detected: `;
  throw validationError(count + reported.map((violation) => violation.text).join('; '));
}

/** @param isMember whether the value stands as a member of a structure, rather than alone, or in a list or map */
function checkTypes(shape: Shape, value: unknown, isMember: boolean): void {
  switch (shape.type) {
    case 'string':
      if (typeof value !== 'string') throw cannotConvert(value, 'String');
      return;
    case 'integer':
      if (typeof value !== 'number') throw cannotConvert(value, 'Integer');
      if (!Number.isFinite(value)) throw serializationError('Unexpected token received from parser');
      return;
    case 'boolean':
      if (typeof value === 'string') throw serializationError('Unexpected token received from parser');
      if (typeof value !== 'boolean') throw cannotConvert(value, 'Boolean');
      return;
    case 'list':
      if (!Array.isArray(value)) throw unexpectedCollection(value, 'java.util.List');
      for (const element of value) if (element != null) checkTypes(shape.of, element, false);
      return;
    case 'stringMap':
      if (!isObject(value)) throw unexpectedCollection(value, mapClass('java.lang.String'));
      for (const text of Object.values(value)) if (text != null) checkTypes({ type: 'string' }, text, false);
      return;
    case 'map':
      if (!isObject(value)) throw unexpectedCollection(value, mapClass(classOf(shape.of)));
      for (const content of Object.values(value)) if (content != null) checkTypes(shape.of, content, false);
      return;
    case 'attributeMap':
      checkAttributeMapTypes(value);
      return;
    case 'attributeValue':
      checkAttributeValueTypes(value, isMember);
      return;
    case 'structure':
      if (!isObject(value)) {
        throw (isMember ? unexpectedMember : unexpectedCollection)(value, collectionClass(shape.name));
      }
      for (const member of shape.members) {
        const content = memberOf(value, member.name);
        if (content != null) checkTypes(member.shape, content, true);
      }
  }
}

function classOf(shape: Shape): string {
  if (shape.type === 'list') return `java.util.List<${classOf(shape.of)}>`;
  return className(shape.type === 'structure' ? shape.name : 'AttributeValue');
}

interface Violation {
  readonly path: string;
  readonly text: string;
}

function collect(shape: Shape, value: unknown, path: string, violations: Violation[]): void {
  switch (shape.type) {
    case 'string':
      checkString(shape, value as string, path, violations);
      return;
    case 'integer':
      checkInteger(shape, value as number, path, violations);
      return;
    case 'list':
      checkList(shape, value as readonly unknown[], path, violations);
      return;
    case 'map':
      checkMap(shape, value as Readonly<Record<string, unknown>>, path, violations);
      return;
    case 'structure':
      for (const member of shape.members) {
        const memberPath = path === '' ? member.label : `${path}.${member.label}`;
        checkMember(member, memberOf(value as object, member.name), memberPath, violations);
      }
  }
}

function checkMember(member: Member, value: unknown, path: string, violations: Violation[]): void {
  if (value != null) {
    collect(member.shape, value, path, violations);
  } else if (typeof member.required === 'string') {
    throw validationError(member.required);
  } else if (member.required) {
    violations.push(violation(path, 'null', 'Member must not be null'));
  }
}

function checkString(shape: StringShape, text: string, path: string, violations: Violation[]): void {
  const { minLength, maxLength, pattern, orElse, values } = shape;
  if (orElse?.test(text)) return;
  const violated = (constraint: string) => violations.push(violation(path, `'${text}'`, constraint));
  if (minLength !== undefined && text.length < minLength) {
    violated(`Member must have length greater than or equal to ${minLength}`);
  } else if (maxLength !== undefined && text.length > maxLength) {
    violated(`Member must have length less than or equal to ${maxLength}`);
  } else if (pattern !== undefined && !pattern.expression.test(text)) {
    violated(`Member must satisfy regular expression pattern: ${pattern.text}`);
  }
  if (values !== undefined && !values.includes(text)) {
    violated(`Member must satisfy enum value set: [${values.join(', ')}]`);
  }
}

function checkInteger(shape: IntegerShape, number: number, path: string, violations: Violation[]): void {
  const { minimum, maximum, describedAs } = shape;
  const violated = (constraint: string) => {
    const subject = describedAs ?? `Value '${number}' at '${path}'`;
    violations.push({ path, text: `${subject} failed to satisfy constraint: ${constraint}` });
  };
  if (minimum !== undefined && number < minimum) violated(`Member must have value greater than or equal to ${minimum}`);
  if (maximum !== undefined && number > maximum) violated(`Member must have value less than or equal to ${maximum}`);
}

function checkList(shape: ListShape, elements: readonly unknown[], path: string, violations: Violation[]): void {
  const { minLength, maxLength } = shape;
  const violated = (constraint: string) => {
    const subject = shape.describedAs?.(path) ?? `Value '${print(shape, elements)}' at '${path}'`;
    violations.push({ path, text: `${subject} failed to satisfy constraint: ${constraint}` });
  };
  if (minLength !== undefined && elements.length < minLength) {
    violated(`Member must have length greater than or equal to ${minLength}`);
  } else if (maxLength !== undefined && elements.length > maxLength) {
    violated(`Member must have length less than or equal to ${maxLength}`);
  } else {
    elements.forEach((element, index) => {
      checkMember({ shape: shape.of, required: true }, element, `${path}.${index + 1}.member`, violations);
    });
  }
}

function checkMap(
  shape: MapShape,
  map: Readonly<Record<string, unknown>>,
  path: string,
  violations: Violation[],
): void {
  const { keys, listLengths } = shape;
  const names = Object.keys(map);
  const violated = (constraint: string) => violations.push(violation(path, `'${print(shape, map)}'`, constraint));
  if (keys !== undefined && names.some((name) => !satisfies(keys, name))) {
    violated(
      `Map keys must satisfy constraint: [Member must have length less than or equal to ${keys.maxLength}, ` +
        `Member must have length greater than or equal to ${keys.minLength}, ` +
        `Member must satisfy regular expression pattern: ${keys.pattern?.text}]`,
    );
  }
  if (listLengths !== undefined && Object.values(map).some((list) => isOutside(listLengths, list))) {
    violated(
      `Map value must satisfy constraint: [Member must have length less than or equal to ${listLengths.maximum}, ` +
        `Member must have length greater than or equal to ${listLengths.minimum}]`,
    );
    return;
  }
  for (const name of names)
    checkMember({ shape: shape.of, required: true }, map[name], `${path}.${name}.member`, violations);
}

function satisfies(shape: StringShape, text: string): boolean {
  const violations: Violation[] = [];
  checkString(shape, text, '', violations);
  return violations.length === 0;
}

function isOutside({ minimum, maximum }: { minimum: number; maximum: number }, list: unknown): boolean {
  return Array.isArray(list) && (list.length < minimum || list.length > maximum);
}

function violation(path: string, value: string, constraint: string): Violation {
  return { path, text: `Value ${value} at '${path}' failed to satisfy constraint: ${constraint}` };
}

/** A value in the notation of the service's messages: `[KeySchemaElement(attributeName=pk, keyType=HASH)]` */
function print(shape: Shape, value: unknown): string {
  if (value == null) return 'null';
  switch (shape.type) {
    case 'list':
      return `[${(value as readonly unknown[]).map((element) => print(shape.of, element)).join(', ')}]`;
    case 'structure':
      return `${shape.name}(${shape.members
        .map((member) => [member, memberOf(value as object, member.name)] as const)
        .filter(([, content]) => content != null)
        .map(([member, content]) => `${member.label}=${print(member.shape, content)}`)
        .join(', ')})`;
    case 'map':
      return `{${Object.entries(value)
        .map(([name, content]) => `${name}=${print(shape.of, content)}`)
        .join(', ')}}`;
    case 'attributeValue':
    case 'attributeMap':
    case 'stringMap':
      return `{${Object.keys(value).join(', ')}}`;
    default:
      return String(value);
  }
}

function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
