import type { AttributeValue, Condition, Path } from '@holdfast/wire';
import type { EntityModel, KeyPart } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { valueOperand } from '../expressions/operand-of.js';
import { rangeOf } from '../expressions/range-of.js';
import { attributePath } from '../kernel/attribute-path.js';
import { keyValue, mostBytes, wholeKeyValue } from '../kernel/key-value.js';
import { encodeKeyValues, type KeyUse } from '../kernel/stored-item.js';

/** Sorts behind every text that a key goes on with. */
const last = '\u{10FFFF}';

/** The key of the table, or of an index, that a query goes by. */
export interface KeyOfQuery extends KeyUse {
  /** Partition key, then sort key if there is one. */
  readonly keyParts: readonly KeyPart[];
}

export function tableKey(model: EntityModel): KeyOfQuery {
  return { where: model.name, model, keyMembers: model.keyMembers, keyParts: model.keyParts };
}

/** The condition of a query: the partition key, and the sort key as far as it is given. @throws ValidationError */
export function keyConditionOf(by: KeyOfQuery, key: object): Condition {
  const partition = partitionIs(by, key);
  const [, sort] = by.keyParts;
  if (sort === undefined) return partition;
  const path = attributePath(sort.slot.name);
  const { value, complete } = sortPrefix(by, sort, encodeKeyValues(by, key));
  if (value === undefined) return partition;
  const condition: Condition = complete
    ? { kind: 'comparison', operator: '=', left: path, right: valueOperand(value) }
    : { kind: 'begins_with', operand: path, argument: valueOperand(value) };
  return { kind: 'and', conditions: [partition, condition] };
}

export function partitionIs(by: KeyOfQuery, key: object): Condition {
  const values = encodeKeyValues(by, key);
  const [part] = by.keyParts;
  if (part === undefined) throw new ValidationError(`${by.where} has no key`);
  const value = wholeKeyValue(part, (name) => values.get(name), by.where, 0);
  return { kind: 'comparison', operator: '=', left: attributePath(part.slot.name), right: valueOperand(value) };
}

export interface SortBounds {
  readonly condition: Condition;
  /** A sort key that the condition lets in and the caller does not want: BETWEEN includes its ends. */
  readonly excluded?: AttributeValue;
}

/**
 * Bounds on the sort key within the part of the partition that the query's own attributes and the template's text
 * select: neither items of another order, nor those of a neighbouring entity, are read.
 *
 * A bound that gives only the first attributes stands for all keys that begin with it: nothing equal to them is less, and
 * nothing equal to them is greater.
 */
export class SortRange {
  readonly #by: KeyOfQuery;
  readonly #sort: KeyPart;
  readonly #path: Path;
  readonly #given: ReadonlyMap<string, AttributeValue>;
  readonly #prefix: string;

  constructor(by: KeyOfQuery, key: object) {
    const [, sort] = by.keyParts;
    if (sort === undefined) throw new ValidationError(`${by.where} has no sort key to bound`);
    this.#by = by;
    this.#sort = sort;
    this.#path = attributePath(sort.slot.name);
    this.#given = encodeKeyValues(by, key);
    this.#prefix = textOf(sortPrefix(by, sort, this.#given).value);
  }

  between(low: object, high: object): SortBounds {
    return { condition: this.#from(this.#bound(low).value, highest(this.#bound(high))) };
  }
  ge(bound: object): SortBounds {
    const { value } = this.#bound(bound);
    return { condition: this.#isPlain ? this.#to('>=', value) : this.#from(value, text(this.#prefix + last)) };
  }
  gt(bound: object): SortBounds {
    const reached = this.#bound(bound);
    if (this.#isPlain) return { condition: this.#to('>', reached.value) };
    const condition = this.#from(highest(reached), text(this.#prefix + last));
    return reached.complete ? { condition, excluded: reached.value } : { condition };
  }
  le(bound: object): SortBounds {
    return { condition: this.#upTo('<=', highest(this.#bound(bound))) };
  }
  lt(bound: object): SortBounds {
    const { value } = this.#bound(bound);
    return { condition: this.#upTo('<', value), excluded: value };
  }

  /** The keys whose attribute given last begins with this text. */
  beginsWith(part: object): SortBounds {
    const { template, plain, slot } = this.#sort;
    const values = new Map([...this.#given, ...encodeKeyValues(this.#by, part)]);
    const last = template.params.findLast((param) => Object.hasOwn(part, param));
    const value = last === undefined ? undefined : values.get(last);
    if (last === undefined || value === undefined || !('S' in value) || slot.type !== 'S') {
      throw new ValidationError(
        `${this.#by.where}: beginsWith() takes the first attributes of "${template.text}", the last of them a text`,
      );
    }
    this.#bound(part);
    const prefix = plain === undefined ? template.prefix((name) => values.get(name), last).text : value.S;
    return { condition: { kind: 'begins_with', operand: this.#path, argument: valueOperand(text(prefix)) } };
  }

  /** Nothing stands before or behind the attribute, so there is no range of the template's own to stay in. */
  get #isPlain(): boolean {
    return this.#sort.plain !== undefined;
  }
  #from(low: AttributeValue, high: AttributeValue): Condition {
    return rangeOf(this.#path, valueOperand(low), valueOperand(high), this.#by.where);
  }
  #upTo(operator: '<' | '<=', high: AttributeValue): Condition {
    // a key value cannot be empty, so without a prefix there is no lower end to name
    return this.#prefix === '' ? this.#to(operator, high) : this.#from(text(this.#prefix), high);
  }
  #to(operator: '<' | '<=' | '>' | '>=', value: AttributeValue): Condition {
    return { kind: 'comparison', operator, left: this.#path, right: valueOperand(value) };
  }
  #bound(part: object): Reached & { readonly value: AttributeValue } {
    const { template, plain } = this.#sort;
    const { where } = this.#by;
    const values = encodeKeyValues(this.#by, part);
    if (values.size === 0) throw new ValidationError(`${where}: a bound needs an attribute of "${template.text}"`);
    for (const [param, value] of values) {
      if (this.#given.has(param))
        throw new ValidationError(`${where}.${param} is given by the query, so it cannot bound it`);
      if ('N' in value && plain === undefined && !template.isPadded(param)) {
        throw new ValidationError(
          `${where}.${param} does not sort as a number in "${template.text}"; pad it, as {${param}:12} does`,
        );
      }
    }
    const { value, complete } = sortPrefix(this.#by, this.#sort, new Map([...this.#given, ...values]));
    return { value: value ?? text(''), complete };
  }
}

interface Reached {
  /** `undefined` where nothing of the key is known. */
  readonly value: AttributeValue | undefined;
  readonly complete: boolean;
}

/** The last of the keys that a bound stands for. */
function highest({ value, complete }: Reached): AttributeValue {
  return complete && value !== undefined ? value : text(textOf(value) + last);
}

export function sortPrefix(by: KeyOfQuery, sort: KeyPart, values: ReadonlyMap<string, AttributeValue>): Reached {
  const { template, plain } = sort;
  const value = (name: string) => values.get(name);
  if (plain !== undefined) {
    const own = keyValue(sort, value, by.where, mostBytes[1]);
    return { value: own, complete: own !== undefined };
  }
  const prefix = template.prefix(value);
  if (!prefix.complete) {
    // attributes behind the first missing one would be passed over without a word
    const { params } = template;
    const firstMissing = params.findIndex((param) => !values.has(param));
    const others = by.keyParts[0]?.template.params ?? [];
    const stranded = params.slice(firstMissing).find((param) => values.has(param) && !others.includes(param));
    if (stranded !== undefined) {
      throw new ValidationError(
        `${by.where}: the sort key "${template.text}" needs ${params[firstMissing]} before ${stranded}`,
      );
    }
  }
  return { value: prefix.text === '' ? undefined : text(prefix.text), complete: prefix.complete };
}

function text(S: string): AttributeValue {
  return { S };
}
export function textOf(value: AttributeValue | undefined): string {
  return value !== undefined && 'S' in value ? value.S : '';
}
