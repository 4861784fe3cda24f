import { type Arithmetic, describePath, type Path, type SetAction, type UpdateOperand } from '@holdfast/wire';
import type { EntityModel } from '../entity/entity-model.js';
import { ValidationError } from '../errors/usage-errors.js';
import { itemView } from './item-view.js';
import { isOperand, operand, operandOf, writtenOperand } from './operand-of.js';
import { Scope } from './scope.js';
import { type StoredPath, step } from './stored-path.js';

type Assignments = Scope<AssignmentBuilder>;

/** Runs a `set` callback. */
export function buildAssignments(model: EntityModel, callback: (item: never) => unknown): readonly SetAction[] {
  const scope: Assignments = new Scope();
  const view = itemView(model.name, model.members, (path) => new UpdatePathBuilder(path, scope));
  const result = callback(view as never);
  const assignments: readonly unknown[] = Array.isArray(result) ? result : [result];
  const actions = assignments.map((each) => {
    if (each instanceof AssignmentBuilder) return each.action;
    throw new ValidationError(
      `the set callback of ${model.name} returned ${String(each)}, not an assignment made by .to()`,
    );
  });
  scope.used(assignments as readonly AssignmentBuilder[]);
  scope.close((each) => `the assignment to ${describePath(each.action.path)}`, 'return every assignment, in an array');
  return actions;
}

class AssignmentBuilder {
  readonly action: SetAction;

  constructor(action: SetAction, scope: Assignments) {
    this.action = action;
    scope.made(this);
  }
}

class ExpressionBuilder {
  readonly tree: UpdateOperand | Arithmetic;
  readonly #path: StoredPath;

  constructor(tree: UpdateOperand | Arithmetic, path: StoredPath) {
    this.tree = tree;
    this.#path = path;
  }
  plus(value: unknown): ExpressionBuilder {
    return arithmetic(this.#path, this.tree, '+', value);
  }
  minus(value: unknown): ExpressionBuilder {
    return arithmetic(this.#path, this.tree, '-', value);
  }
}

/** Has every method that any kind of path has; the public types offer those that fit. */
class UpdatePathBuilder {
  readonly [operand]: Path;
  readonly #path: StoredPath;
  readonly #scope: Assignments;

  constructor(path: StoredPath, scope: Assignments) {
    this[operand] = path.tree;
    this.#path = path;
    this.#scope = scope;
  }

  to(value: unknown): AssignmentBuilder {
    const { tree, facts, name } = this.#path;
    if (value instanceof ExpressionBuilder)
      return new AssignmentBuilder({ path: tree, value: value.tree }, this.#scope);
    const right = isOperand(value) ? updateOperand(value[operand], name) : writtenOperand(facts, value, name);
    return new AssignmentBuilder({ path: tree, value: right }, this.#scope);
  }
  ifNotExists(value: unknown): ExpressionBuilder {
    const { tree, facts, name } = this.#path;
    const fallback = writtenOperand(facts, value, name);
    return new ExpressionBuilder({ kind: 'if_not_exists', path: tree, fallback }, this.#path);
  }
  plus(value: unknown): ExpressionBuilder {
    return arithmetic(this.#path, this.#path.tree, '+', value);
  }
  minus(value: unknown): ExpressionBuilder {
    return arithmetic(this.#path, this.#path.tree, '-', value);
  }
  append(values: unknown): ExpressionBuilder {
    const second = writtenOperand(this.#path.facts, values, this.#path.name);
    return new ExpressionBuilder({ kind: 'list_append', first: this.#path.tree, second }, this.#path);
  }
  prepend(values: unknown): ExpressionBuilder {
    const first = writtenOperand(this.#path.facts, values, this.#path.name);
    return new ExpressionBuilder({ kind: 'list_append', first, second: this.#path.tree }, this.#path);
  }
  at(key: string | number): UpdatePathBuilder {
    return new UpdatePathBuilder(step(this.#path, key), this.#scope);
  }
}

function arithmetic(path: StoredPath, left: UpdateOperand | Arithmetic, operator: '+' | '-', value: unknown) {
  if (left.kind === 'arithmetic') {
    throw new ValidationError(`${path.name}: DynamoDB takes one + or - in an assignment`);
  }
  const right = updateOperand(operandOf(path.facts, value, path.name), path.name);
  return new ExpressionBuilder({ kind: 'arithmetic', operator, left, right }, path);
}

function updateOperand(tree: ReturnType<typeof operandOf>, where: string): UpdateOperand {
  if (tree.kind === 'size') throw new ValidationError(`${where}: an update cannot use a size`);
  return tree;
}
