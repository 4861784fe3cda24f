/**
 * The data types of DynamoDB, by the descriptors that stand for them on the wire.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
 */
export type TypeDescriptor = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'L' | 'M' | 'SS' | 'NS' | 'BS';

export interface StringValue {
  readonly S: string;
}
/** A number as text, so that no digit of the 38 is lost. */
export interface NumberValue {
  readonly N: string;
}
/** Binary data as bytes; only the JSON protocol turns it into base64. */
export interface BinaryValue {
  readonly B: Uint8Array;
}
export interface BooleanValue {
  readonly BOOL: boolean;
}
export interface NullValue {
  readonly NULL: true;
}
export interface ListValue {
  readonly L: readonly AttributeValue[];
}
export interface MapValue {
  readonly M: AttributeMap;
}
export interface StringSetValue {
  readonly SS: readonly string[];
}
export interface NumberSetValue {
  readonly NS: readonly string[];
}
export interface BinarySetValue {
  readonly BS: readonly Uint8Array[];
}

/**
 * One value as DynamoDB's low-level interface carries it: an object with exactly one member, named by its type.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_AttributeValue.html
 */
export type AttributeValue =
  | StringValue
  | NumberValue
  | BinaryValue
  | BooleanValue
  | NullValue
  | ListValue
  | MapValue
  | StringSetValue
  | NumberSetValue
  | BinarySetValue;

/** An item, a key or the content of a map: values by attribute name. */
export interface AttributeMap {
  readonly [name: string]: AttributeValue;
}
