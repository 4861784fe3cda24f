import { type ComparisonOperator, type Condition, describeCondition, type TypeDescriptor } from '@holdfast/wire';
import type { AttributeFacts } from '../attributes/attribute-facts.js';
import { encodeNumber } from '../attributes/codecs/number-codecs.js';
import { needType } from '../attributes/mismatch.js';
import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { itemView } from './item-view.js';
import { isOperand, operand, operandOf, type Stored, valueOperand } from './operand-of.js';
import { rangeOf } from './range-of.js';
import { Scope } from './scope.js';
import { type StoredPath, step } from './stored-path.js';

type Conditions = Scope<ConditionBuilder>;

/** Runs a condition callback. */
export function buildCondition(model: EntityModel, callback: (item: never) => unknown): Condition {
  needType(`a condition of ${model.name}`, 'function', callback);
  const scope: Conditions = new Scope('condition');
  const view = itemView(model.name, model.members, (path) => new PathBuilder(path, scope));
  const result = scope.run(() => callback(view as never));
  if (!(result instanceof ConditionBuilder)) {
    throw new ValidationError(`the condition callback of ${model.name} returned ${String(result)}, not a condition`);
  }
  scope.used([result]);
  scope.close((part) => describeCondition(part.tree), 'combine conditions by .and(), .or() and .not()');
  return result.tree;
}

export class ConditionBuilder {
  readonly tree: Condition;
  readonly #scope: Conditions;

  constructor(tree: Condition, scope: Conditions) {
    this.tree = tree;
    this.#scope = scope;
    scope.made(this);
  }
  and(...others: readonly ConditionBuilder[]): ConditionBuilder {
    return this.#join('and', others);
  }
  or(...others: readonly ConditionBuilder[]): ConditionBuilder {
    return this.#join('or', others);
  }
  not(): ConditionBuilder {
    this.#scope.used([this]);
    return new ConditionBuilder({ kind: 'not', condition: this.tree }, this.#scope);
  }

  #join(kind: 'and' | 'or', others: readonly ConditionBuilder[]): ConditionBuilder {
    const stranger = others.find((each) => !(each instanceof ConditionBuilder));
    if (stranger !== undefined) throw new ValidationError(`.${kind}() takes conditions, not ${String(stranger)}`);
    const all = [this, ...others];
    this.#scope.used(all);
    return new ConditionBuilder({ kind, conditions: all.map((each) => each.tree) }, this.#scope);
  }
}

/** What compares: a size, and any path. */
class ComparableBuilder {
  readonly [operand]: Stored;
  readonly #scope: Conditions;

  constructor(stored: Stored, scope: Conditions) {
    this[operand] = stored;
    this.#scope = scope;
  }

  eq(value: unknown): ConditionBuilder {
    return this.make(this.compare('=', value));
  }
  ne(value: unknown): ConditionBuilder {
    return this.make(this.compare('<>', value));
  }
  lt(value: unknown): ConditionBuilder {
    return this.make(this.compare('<', value));
  }
  le(value: unknown): ConditionBuilder {
    return this.make(this.compare('<=', value));
  }
  gt(value: unknown): ConditionBuilder {
    return this.make(this.compare('>', value));
  }
  ge(value: unknown): ConditionBuilder {
    return this.make(this.compare('>=', value));
  }
  between(low: unknown, high: unknown): ConditionBuilder {
    const { tree, name } = this[operand];
    return this.make(rangeOf(tree, this.operandOf(low), this.operandOf(high), name));
  }

  protected make(tree: Condition): ConditionBuilder {
    return new ConditionBuilder(tree, this.#scope);
  }
  protected operandOf(value: unknown) {
    const { facts, name } = this[operand];
    return operandOf(facts, value, name);
  }
  protected compare(operator: ComparisonOperator, value: unknown): Condition {
    return { kind: 'comparison', operator, left: this[operand].tree, right: this.operandOf(value) };
  }
}

/** Has every method that any kind of path has; the public types offer those that fit. */
class PathBuilder extends ComparableBuilder {
  readonly #path: StoredPath;
  readonly #scope: Conditions;

  constructor(path: StoredPath, scope: Conditions) {
    super(path, scope);
    this.#path = path;
    this.#scope = scope;
  }

  exists(): ConditionBuilder {
    return this.make({ kind: 'attribute_exists', path: this.#path.tree });
  }
  notExists(): ConditionBuilder {
    return this.make({ kind: 'attribute_not_exists', path: this.#path.tree });
  }
  hasType(type: TypeDescriptor): ConditionBuilder {
    return this.make({ kind: 'attribute_type', path: this.#path.tree, type: valueOperand({ S: type }) });
  }
  in(...values: readonly unknown[]): ConditionBuilder {
    if (values.length === 0 || values.length > 100) {
      throw new ValidationError(`${this.#path.name}.in() takes 1 to 100 values, not ${values.length}`);
    }
    return this.make({ kind: 'in', operand: this.#path.tree, candidates: values.map((each) => this.operandOf(each)) });
  }
  notExistsOrEq(value: unknown): ConditionBuilder {
    return this.#notExistsOr('=', value);
  }
  notExistsOrLt(value: unknown): ConditionBuilder {
    return this.#notExistsOr('<', value);
  }
  notExistsOrLe(value: unknown): ConditionBuilder {
    return this.#notExistsOr('<=', value);
  }
  notExistsOrGt(value: unknown): ConditionBuilder {
    return this.#notExistsOr('>', value);
  }
  notExistsOrGe(value: unknown): ConditionBuilder {
    return this.#notExistsOr('>=', value);
  }
  beginsWith(prefix: unknown): ConditionBuilder {
    return this.make({ kind: 'begins_with', operand: this.#path.tree, argument: this.#text(prefix) });
  }
  contains(part: unknown): ConditionBuilder {
    const { element } = this.#path.facts;
    const argument = element === undefined ? this.#text(part) : operandOf(element, part, this.#path.name);
    return this.make({ kind: 'contains', operand: this.#path.tree, argument });
  }
  size(): ComparableBuilder {
    const { tree, name } = this.#path;
    return new ComparableBuilder(
      { tree: { kind: 'size', of: tree }, facts: sizeFacts, name: `${name}.size()` },
      this.#scope,
    );
  }
  at(key: string | number): PathBuilder {
    return new PathBuilder(step(this.#path, key), this.#scope);
  }

  #notExistsOr(operator: ComparisonOperator, value: unknown): ConditionBuilder {
    const absent: Condition = { kind: 'attribute_not_exists', path: this.#path.tree };
    return this.make({ kind: 'or', conditions: [absent, this.compare(operator, value)] });
  }
  /** A part of a text is any text, where the whole may be one of a few. */
  #text(value: unknown) {
    if (isOperand(value)) return value[operand].tree;
    if (typeof value === 'string') return valueOperand({ S: value });
    return this.operandOf(value);
  }
}

const sizeFacts = {
  type: 'size',
  mode: 'required',
  codec: { encode: sizeOf, decode: () => undefined },
} as const satisfies AttributeFacts;
function sizeOf(value: unknown, where: string) {
  return { N: encodeNumber(value, where) };
}
