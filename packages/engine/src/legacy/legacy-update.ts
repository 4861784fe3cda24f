import {
  type AttributeValueUpdate,
  type Path,
  ServiceError,
  type SetAction,
  typeOf,
  type Update,
  type ValueAction,
  type ValueOperand,
} from '@holdfast/wire';
import { acceptValue } from '../validation/accept-value.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';

const sets = ['SS', 'NS', 'BS'];

/**
 * What AttributeUpdates say, in the terms of expressions; `undefined` where they are empty.
 *
 * @throws ServiceError ValidationException where a value does not fit its action
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_AttributeValueUpdate.html
 */
export function updateOf(updates: Readonly<Record<string, AttributeValueUpdate>>): Update | undefined {
  const names = Object.keys(updates);
  if (names.length === 0) return undefined;
  const set: SetAction[] = [];
  const remove: Path[] = [];
  const add: ValueAction[] = [];
  const deletions: ValueAction[] = [];
  for (const name of names) {
    const { Action: action = 'PUT', Value } = updates[name] ?? {};
    const path: Path = { kind: 'path', elements: [name] };
    if (Value == null) {
      if (action !== 'DELETE') {
        throw invalidParameterValues('Only DELETE action is allowed when no attribute value is specified');
      }
      remove.push(path);
      continue;
    }
    const operand: ValueOperand = { kind: 'value', value: acceptValue(Value) };
    const type = typeOf(operand.value);
    if (action === 'DELETE') {
      if (!sets.includes(type)) {
        throw invalidParameterValues(`DELETE action with value is not supported for the type ${type}`);
      }
      deletions.push({ path, value: operand });
    } else if (action === 'ADD') {
      if (type === 'L') set.push(appending(path, operand));
      else if (type === 'N' || sets.includes(type)) add.push({ path, value: operand });
      else throw invalidParameterValues(`ADD action is not supported for the type ${type}`);
    } else {
      set.push({ path, value: operand });
    }
  }
  return { set, remove, add, delete: deletions };
}

/** ADD appends to a list, or makes one. */
function appending(path: Path, operand: ValueOperand): SetAction {
  const first = { kind: 'if_not_exists', path, fallback: { kind: 'value', value: { L: [] } } } as const;
  return { path, value: { kind: 'list_append', first, second: operand } };
}

/**
 * Carries out an update, whose faults the service words otherwise where they come from AttributeUpdates.
 *
 * @throws ServiceError what `update` throws
 */
export function updating<Result>(isLegacy: boolean, update: () => Result): Result {
  if (!isLegacy) return update();
  try {
    return update();
  } catch (error) {
    if (error instanceof ServiceError && error.message.includes('incorrect data type')) {
      throw validationError('Type mismatch for attribute to update');
    }
    throw error;
  }
}
