import fc from 'fast-check';
import type { AttributeValue } from '../attribute-value/attribute-value.js';
import { compareValues } from '../attribute-value/compare-values.js';
import type {
  Condition,
  Operand,
  Path,
  SetAction,
  Update,
  UpdateOperand,
  ValueAction,
  ValueOperand,
} from '../expression/syntax-tree.js';
import { arbitraryBytes, arbitraryName, arbitraryNumber, arbitraryText, arbitraryValue } from './arbitrary-values.js';

const operandOf = (value: AttributeValue): ValueOperand => ({ kind: 'value', value });

export const arbitraryPath: fc.Arbitrary<Path> = fc
  .tuple(arbitraryName, fc.array(fc.oneof(arbitraryName, fc.nat({ max: 3 })), { maxLength: 2 }))
  .map(([name, rest]) => ({ kind: 'path', elements: [name, ...rest] }));

const size: fc.Arbitrary<Operand> = arbitraryPath.map((of) => ({ kind: 'size', of }));
const orderedValue = fc.oneof(
  fc.record({ S: arbitraryText }),
  fc.record({ N: arbitraryNumber }),
  fc.record({ B: arbitraryBytes }),
);
const operand = fc.oneof<fc.Arbitrary<Operand>[]>(arbitraryPath, arbitraryValue.map(operandOf), size);
const orderedOperand = fc.oneof<fc.Arbitrary<Operand>[]>(arbitraryPath, orderedValue.map(operandOf), size);
const textOperand = fc.oneof<fc.Arbitrary<Operand>[]>(
  arbitraryPath,
  fc.oneof(fc.record({ S: arbitraryText }), fc.record({ B: arbitraryBytes })).map(operandOf),
);

/** What the service refuses before it looks at an item: an operand compared with itself, bounds in the wrong order. */
function isAcceptable(condition: Condition): boolean {
  switch (condition.kind) {
    case 'comparison':
      return differ(condition.left, condition.right);
    case 'begins_with':
    case 'contains':
      return differ(condition.operand, condition.argument);
    case 'between': {
      const { low, high } = condition;
      if (low.kind !== 'value' || high.kind !== 'value') return true;
      return (compareValues(low.value, high.value) ?? 1) <= 0;
    }
    default:
      return true;
  }
}

function differ(a: Operand, b: Operand): boolean {
  return a.kind !== 'path' || b.kind !== 'path' || JSON.stringify(a.elements) !== JSON.stringify(b.elements);
}

const leaf: fc.Arbitrary<Condition> = fc
  .oneof<fc.Arbitrary<Condition>[]>(
    fc.record({
      kind: fc.constant('comparison' as const),
      operator: fc.constantFrom('=' as const, '<>' as const),
      left: operand,
      right: operand,
    }),
    fc.record({
      kind: fc.constant('comparison' as const),
      operator: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
      left: orderedOperand,
      right: orderedOperand,
    }),
    fc.record({
      kind: fc.constant('between' as const),
      operand: orderedOperand,
      low: orderedOperand,
      high: orderedOperand,
    }),
    fc.record({
      kind: fc.constant('in' as const),
      operand,
      candidates: fc.array(operand, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constantFrom('attribute_exists' as const, 'attribute_not_exists' as const),
      path: arbitraryPath,
    }),
    fc.record({
      kind: fc.constant('attribute_type' as const),
      path: arbitraryPath,
      type: fc.constantFrom('S', 'N', 'B', 'BOOL', 'NULL', 'L', 'M', 'SS', 'NS', 'BS').map((S) => operandOf({ S })),
    }),
    fc.record({ kind: fc.constant('begins_with' as const), operand: textOperand, argument: textOperand }),
    fc.record({ kind: fc.constant('contains' as const), operand, argument: operand }),
  )
  .filter(isAcceptable);

export const arbitraryCondition = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      conditions: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), condition: tie('condition') }),
  ),
})).condition;

const listValue = fc.record({ L: fc.array(arbitraryValue, { maxLength: 2 }) }).map(operandOf);
const numberValue = fc.record({ N: arbitraryNumber }).map(operandOf);
const ifNotExists = (fallback: fc.Arbitrary<UpdateOperand>): fc.Arbitrary<UpdateOperand> =>
  fc.record({ kind: fc.constant('if_not_exists' as const), path: arbitraryPath, fallback });
const numberOperand = fc.oneof<fc.Arbitrary<UpdateOperand>[]>(arbitraryPath, numberValue, ifNotExists(numberValue));
const listOperand = fc.oneof<fc.Arbitrary<UpdateOperand>[]>(arbitraryPath, listValue, ifNotExists(listValue));
const setValue = fc.oneof<fc.Arbitrary<SetAction['value']>[]>(
  arbitraryPath,
  arbitraryValue.map(operandOf),
  ifNotExists(arbitraryValue.map(operandOf)),
  fc.record({ kind: fc.constant('list_append' as const), first: listOperand, second: listOperand }),
  fc.record({
    kind: fc.constant('arithmetic' as const),
    operator: fc.constantFrom('+' as const, '-' as const),
    left: numberOperand,
    right: numberOperand,
  }),
);
const setLike = fc.oneof(
  fc.record({ SS: fc.uniqueArray(arbitraryText, { minLength: 1, maxLength: 3 }) }),
  fc.record({ NS: fc.uniqueArray(fc.integer().map(String), { minLength: 1, maxLength: 3 }) }),
);

type Action =
  | { readonly clause: 'set'; readonly action: SetAction }
  | { readonly clause: 'remove'; readonly action: { readonly path: Path } }
  | { readonly clause: 'add' | 'delete'; readonly action: ValueAction };

const action: fc.Arbitrary<Action> = fc.oneof<fc.Arbitrary<Action>[]>(
  fc.record({ clause: fc.constant('set' as const), action: fc.record({ path: arbitraryPath, value: setValue }) }),
  fc.record({ clause: fc.constant('remove' as const), action: fc.record({ path: arbitraryPath }) }),
  fc.record({
    clause: fc.constant('add' as const),
    action: fc.record({ path: arbitraryPath, value: fc.oneof(setLike.map(operandOf), numberValue) }),
  }),
  fc.record({
    clause: fc.constant('delete' as const),
    action: fc.record({ path: arbitraryPath, value: setLike.map(operandOf) }),
  }),
);

/** Updates whose paths are apart from each other, as the service demands. */
export const arbitraryUpdate: fc.Arbitrary<Update> = fc.array(action, { minLength: 1, maxLength: 5 }).map((actions) => {
  const apart = actions.filter(({ action: { path } }, index) =>
    actions.slice(0, index).every((earlier) => areApart(earlier.action.path, path)),
  );
  return {
    set: apart.flatMap((each) => (each.clause === 'set' ? [each.action] : [])),
    remove: apart.flatMap((each) => (each.clause === 'remove' ? [each.action.path] : [])),
    add: apart.flatMap((each) => (each.clause === 'add' ? [each.action] : [])),
    delete: apart.flatMap((each) => (each.clause === 'delete' ? [each.action] : [])),
  };
});

function areApart(a: Path, b: Path): boolean {
  const length = Math.min(a.elements.length, b.elements.length);
  for (let index = 0; index < length; index++) {
    const left = a.elements[index];
    const right = b.elements[index];
    if (left !== right) return typeof left === typeof right;
  }
  return false;
}
