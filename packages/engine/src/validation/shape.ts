import { tableArnPattern } from '../tables/table-arn.js';

/** What a request's JSON must look like, and within which bounds. */
export type Shape =
  | StringShape
  | IntegerShape
  | BooleanShape
  | ListShape
  | StringMapShape
  | MapShape
  | StructureShape
  | AttributeMapShape
  | AttributeValueShape;

export interface StringShape {
  readonly type: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: Pattern;
  /** What is accepted besides, whatever the bounds. */
  readonly orElse?: RegExp;
  readonly values?: readonly string[];
}
export interface Pattern {
  /** As the service prints it. */
  readonly text: string;
  /** Matches the whole of a text. */
  readonly expression: RegExp;
}
export interface IntegerShape {
  readonly type: 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  /** How a violation names the value, where the service departs from its usual `Value '0' at 'limit'`. */
  readonly describedAs?: string;
}
export interface BooleanShape {
  readonly type: 'boolean';
}
export interface ListShape {
  readonly type: 'list';
  readonly of: Shape;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** How a violation names the list, where the service does not print it as usual. */
  readonly describedAs?: (path: string) => string;
}
/** Values of one shape by name. */
export interface MapShape {
  readonly type: 'map';
  readonly of: Shape;
  /** What every name has to be. */
  readonly keys?: StringShape;
  /** How long every list in it has to be. */
  readonly listLengths?: { readonly minimum: number; readonly maximum: number };
}
/** Strings by name, as in ExpressionAttributeNames. */
export interface StringMapShape {
  readonly type: 'stringMap';
}
/** Attribute values by name. */
export interface AttributeMapShape {
  readonly type: 'attributeMap';
}
export interface AttributeValueShape {
  readonly type: 'attributeValue';
}
export interface StructureShape {
  readonly type: 'structure';
  readonly name: string;
  readonly members: readonly NamedMember[];
}
export interface Member {
  readonly shape: Shape;
  /** `true`, or the service's own message where it departs from the usual one. */
  readonly required?: true | string;
}
export interface NamedMember extends Member {
  readonly name: string;
  /** Its name in the service's messages: `tableName` for `TableName`. */
  readonly label: string;
}

export const string: StringShape = { type: 'string' };
export const boolean: BooleanShape = { type: 'boolean' };
export const stringMap: StringMapShape = { type: 'stringMap' };
export const attributeMap: AttributeMapShape = { type: 'attributeMap' };
export const attributeValue: AttributeValueShape = { type: 'attributeValue' };
export const mapOf = (of: Shape, bounds: Omit<MapShape, 'type' | 'of'> = {}): MapShape => ({
  type: 'map',
  of,
  ...bounds,
});
export const integer = (bounds: Omit<IntegerShape, 'type'> = {}): IntegerShape => ({ type: 'integer', ...bounds });
export const list = (of: Shape, bounds: Omit<ListShape, 'type' | 'of'> = {}): ListShape => ({
  type: 'list',
  of,
  ...bounds,
});
export const oneOf = (...values: readonly string[]): StringShape => ({ type: 'string', values });
export const structure = (name: string, members: Readonly<Record<string, Member>>): StructureShape => ({
  type: 'structure',
  name,
  members: Object.entries(members).map(([memberName, member]) => ({
    ...member,
    name: memberName,
    label: memberName.charAt(0).toLowerCase() + memberName.slice(1),
  })),
});
export const required = (shape: Shape): Member => ({ shape, required: true });
export const optional = (shape: Shape): Member => ({ shape });

/** The name of a table, which {@link tableReference} may be in place of wherever the table is meant to exist. */
export const tableName: StringShape = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: { text: '[a-zA-Z0-9_.-]+', expression: /^[a-zA-Z0-9_.-]+$/ },
};
/** The name of a table, or its ARN. */
export const tableReference: StringShape = { ...tableName, orElse: tableArnPattern };
export const returnConsumedCapacity = oneOf('INDEXES', 'TOTAL', 'NONE');
export const returnItemCollectionMetrics = oneOf('SIZE', 'NONE');
export const returnValues = oneOf('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW');
export const returnValuesOnConditionCheckFailure = oneOf('ALL_OLD', 'NONE');
