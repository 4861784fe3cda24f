import { type Arithmetic, describePath, type SetAction, type UpdateOperand, type ValueOperand } from '@holdfast/wire';
import { defaultOf } from '../attributes/members.js';
import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { itemView } from './item-view.js';
import { alike, isOperand, operand, operandOf, writtenOperand } from './operand-of.js';
import { Scope } from './scope.js';
import { type StoredPath, step } from './stored-path.js';

type Assignments = Scope<AssignmentBuilder>;

/** Runs a `set` callback. */
export function buildAssignments(model: EntityModel, callback: (item: never) => unknown): readonly SetAction[] {
  const scope: Assignments = new Scope('assignment');
  const view = itemView(model.name, model.members, (path) => new UpdatePathBuilder(path, scope));
  const result = scope.run(() => callback(view as never));
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

/** The right side of an assignment. */
export class ValueBuilder {
  readonly tree: UpdateOperand | Arithmetic;
  /** What it starts from, if that is known. */
  readonly from: StoredPath | undefined;

  constructor(tree: UpdateOperand | Arithmetic, from?: StoredPath) {
    this.tree = tree;
    this.from = from;
  }
}

class ExpressionBuilder extends ValueBuilder {
  declare readonly from: StoredPath;

  constructor(tree: UpdateOperand | Arithmetic, from: StoredPath) {
    super(tree, from);
  }
  plus(value: unknown): ExpressionBuilder {
    return arithmetic(this.from, this.#operand('plus'), '+', value);
  }
  minus(value: unknown): ExpressionBuilder {
    return arithmetic(this.from, this.#operand('minus'), '-', value);
  }
  append(values: unknown): ExpressionBuilder {
    return appended(this.from, this.#operand('append'), written(this.from, values));
  }
  prepend(values: unknown): ExpressionBuilder {
    return appended(this.from, written(this.from, values), this.#operand('prepend'));
  }
  #operand(method: string): UpdateOperand {
    if (this.tree.kind !== 'arithmetic' && this.tree.kind !== 'list_append') return this.tree;
    throw new ValidationError(`${this.from.name}: DynamoDB takes one step in an assignment, so no further ${method}()`);
  }
}

/** Has every method that any kind of path has; the public types offer those that fit. */
class UpdatePathBuilder {
  readonly [operand]: StoredPath;
  readonly #path: StoredPath;
  readonly #scope: Assignments;

  constructor(path: StoredPath, scope: Assignments) {
    this[operand] = path;
    this.#path = path;
    this.#scope = scope;
  }

  to(value: unknown): AssignmentBuilder {
    const { tree, facts, name } = this.#path;
    if (value instanceof ValueBuilder) {
      if (value.from !== undefined) alike(facts, name, value.from);
      return new AssignmentBuilder({ path: tree, value: value.tree }, this.#scope);
    }
    const right = isOperand(value)
      ? updateOperand(operandOf(facts, value, name), name)
      : writtenOperand(facts, value, name);
    return new AssignmentBuilder({ path: tree, value: right }, this.#scope);
  }
  ifNotExists(value: unknown): ExpressionBuilder {
    return new ExpressionBuilder(orElse(this.#path, written(this.#path, value)), this.#path);
  }
  plus(value: unknown): ExpressionBuilder {
    return arithmetic(this.#path, stored(this.#path), '+', value);
  }
  minus(value: unknown): ExpressionBuilder {
    return arithmetic(this.#path, stored(this.#path), '-', value);
  }
  append(values: unknown): ExpressionBuilder {
    return appended(this.#path, stored(this.#path), written(this.#path, values));
  }
  prepend(values: unknown): ExpressionBuilder {
    return appended(this.#path, written(this.#path, values), stored(this.#path));
  }
  at(key: string | number): UpdatePathBuilder {
    return new UpdatePathBuilder(step(this.#path, key), this.#scope);
  }
}

function written({ facts, name }: StoredPath, value: unknown): ValueOperand {
  return writtenOperand(facts, value, name);
}
function orElse({ tree }: StoredPath, fallback: UpdateOperand): UpdateOperand {
  return { kind: 'if_not_exists', path: tree, fallback };
}
/** What is stored; a read would find the default where nothing is, and so does the update. */
function stored(path: StoredPath): UpdateOperand {
  return path.facts.mode === 'default' ? orElse(path, written(path, defaultOf(path.facts))) : path.tree;
}

function arithmetic(path: StoredPath, left: UpdateOperand, operator: '+' | '-', value: unknown): ExpressionBuilder {
  const right = updateOperand(operandOf(path.facts, value, path.name), path.name);
  return new ExpressionBuilder({ kind: 'arithmetic', operator, left, right }, path);
}
function appended(path: StoredPath, first: UpdateOperand, second: UpdateOperand): ExpressionBuilder {
  return new ExpressionBuilder({ kind: 'list_append', first, second }, path);
}

function updateOperand(tree: ReturnType<typeof operandOf>, where: string): UpdateOperand {
  if (tree.kind === 'size') throw new ValidationError(`${where}: an update cannot use a size`);
  return tree;
}
