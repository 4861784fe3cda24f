import {
  type Condition,
  compareValues,
  describeCondition,
  type Path,
  type SizeOperand,
  type ValueOperand,
} from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';

type RangeOperand = Path | SizeOperand | ValueOperand;

/** From `low` to `high`, both included. @throws ValidationError where `low` is above `high`, which the service refuses */
export function rangeOf(operand: Path | SizeOperand, low: RangeOperand, high: RangeOperand, where: string): Condition {
  const range: Condition = { kind: 'between', operand, low, high };
  if (low.kind === 'value' && high.kind === 'value' && (compareValues(low.value, high.value) ?? 0) > 0) {
    throw new ValidationError(`${where}: ${describeCondition(range)} ends before it begins; give the lower end first`);
  }
  return range;
}
