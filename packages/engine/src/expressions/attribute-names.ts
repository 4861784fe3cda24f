import type { Condition, Operand } from '@holdfast/wire';

/** The top-level attributes that a condition looks at. */
export function attributeNamesOf(condition: Condition): Set<string> {
  const names = new Set<string>();
  addFromCondition(condition, names);
  return names;
}

function addFromCondition(condition: Condition, names: Set<string>): void {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const part of condition.conditions) addFromCondition(part, names);
      return;
    case 'not':
      addFromCondition(condition.condition, names);
      return;
    case 'comparison':
      addFromOperands([condition.left, condition.right], names);
      return;
    case 'between':
      addFromOperands([condition.operand, condition.low, condition.high], names);
      return;
    case 'in':
      addFromOperands([condition.operand, ...condition.candidates], names);
      return;
    case 'begins_with':
    case 'contains':
      addFromOperands([condition.operand, condition.argument], names);
      return;
    case 'attribute_type':
      addFromOperands([condition.path, condition.type], names);
      return;
    default:
      addFromOperands([condition.path], names);
  }
}

function addFromOperands(operands: readonly Operand[], names: Set<string>): void {
  for (const operand of operands) {
    if (operand.kind === 'path') names.add(operand.elements[0]);
    else if (operand.kind === 'size') names.add(operand.of.elements[0]);
  }
}
