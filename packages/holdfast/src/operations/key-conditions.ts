import type { AttributeValue, Condition, ValueOperand } from '@holdfast/wire';
import { type EntityModel, keyAttributes } from '../entity/entity-model.js';
import { ValidationError } from '../errors/usage-errors.js';
import { attributePath } from '../kernel/attribute-path.js';
import { encodeKeyValues } from '../kernel/stored-item.js';

const sk = attributePath(keyAttributes.sk);
/** Sorts behind every text that a key goes on with. */
const last = '\u{10FFFF}';

/** The condition of a query: the partition key, and the sort key as far as it is given. @throws ValidationError */
export function keyConditionOf(model: EntityModel, key: object): Condition {
  const partition = partitionIs(model, key);
  if (model.sk === undefined) return partition;
  const { text, complete } = sortPrefix(model, encodeKeyValues(model, key));
  if (text === '') return partition;
  const sort: Condition = complete
    ? { kind: 'comparison', operator: '=', left: sk, right: textOperand(text) }
    : { kind: 'begins_with', operand: sk, argument: textOperand(text) };
  return { kind: 'and', conditions: [partition, sort] };
}

export function partitionIs(model: EntityModel, key: object): Condition {
  const values = encodeKeyValues(model, key);
  const text = model.pk.format((name) => values.get(name));
  return { kind: 'comparison', operator: '=', left: attributePath(keyAttributes.pk), right: textOperand(text) };
}

export interface SortBounds {
  readonly condition: Condition;
  /** A sort key that the condition lets in and the caller does not want: BETWEEN includes its ends. */
  readonly excluded?: string;
}

/**
 * Bounds on the sort key within the part of the partition that the query's own attributes and the template's text
 * select: neither items of another order, nor those of a neighbouring entity, are read.
 *
 * A bound that gives only the first attributes stands for all keys that begin with it: nothing equal to them is less, and
 * nothing equal to them is greater.
 */
export class SortRange {
  readonly #model: EntityModel;
  readonly #given: ReadonlyMap<string, AttributeValue>;
  readonly #prefix: string;

  constructor(model: EntityModel, key: object) {
    if (model.sk === undefined) throw new ValidationError(`${model.name} has no sort key to bound`);
    this.#model = model;
    this.#given = encodeKeyValues(model, key);
    this.#prefix = sortPrefix(model, this.#given).text;
  }

  between(low: object, high: object): SortBounds {
    const to = this.#bound(high);
    return { condition: this.#from(this.#bound(low).text, to.complete ? to.text : to.text + last) };
  }
  ge(bound: object): SortBounds {
    return { condition: this.#from(this.#bound(bound).text, this.#prefix + last) };
  }
  gt(bound: object): SortBounds {
    const { text, complete } = this.#bound(bound);
    if (!complete) return { condition: this.#from(text + last, this.#prefix + last) };
    return { condition: this.#from(text, this.#prefix + last), excluded: text };
  }
  le(bound: object): SortBounds {
    const { text, complete } = this.#bound(bound);
    return { condition: this.#upTo('<=', complete ? text : text + last) };
  }
  lt(bound: object): SortBounds {
    const { text } = this.#bound(bound);
    return { condition: this.#upTo('<', text), excluded: text };
  }

  #from(low: string, high: string): Condition {
    return { kind: 'between', operand: sk, low: textOperand(low), high: textOperand(high) };
  }
  #upTo(operator: '<' | '<=', high: string): Condition {
    // a key value cannot be empty, so without a prefix there is no lower end to name
    if (this.#prefix !== '') return this.#from(this.#prefix, high);
    return { kind: 'comparison', operator, left: sk, right: textOperand(high) };
  }
  #bound(part: object): { readonly text: string; readonly complete: boolean } {
    const { name, sk: template } = this.#model;
    const values = encodeKeyValues(this.#model, part);
    if (values.size === 0) throw new ValidationError(`${name}: a bound needs an attribute of "${template?.text}"`);
    for (const [param, value] of values) {
      if (this.#given.has(param))
        throw new ValidationError(`${name}.${param} is given by the query, so it cannot bound it`);
      if ('N' in value && !template?.isPadded(param)) {
        throw new ValidationError(
          `${name}.${param} does not sort as a number in "${template?.text}"; pad it, as {${param}:12} does`,
        );
      }
    }
    return sortPrefix(this.#model, new Map([...this.#given, ...values]));
  }
}

function sortPrefix(model: EntityModel, values: ReadonlyMap<string, AttributeValue>) {
  const prefix = model.sk?.prefix((name) => values.get(name)) ?? { text: '', complete: true };
  if (!prefix.complete) {
    // attributes behind the first missing one would be passed over without a word
    const params = model.sk?.params ?? [];
    const firstMissing = params.findIndex((param) => !values.has(param));
    const stranded = params.slice(firstMissing).find((param) => values.has(param) && !model.pk.params.includes(param));
    if (stranded !== undefined) {
      throw new ValidationError(
        `${model.name}: the sort key "${model.sk?.text}" needs ${params[firstMissing]} before ${stranded}`,
      );
    }
  }
  return prefix;
}

function textOperand(text: string): ValueOperand {
  return { kind: 'value', value: { S: text } };
}
