import type { Condition } from './syntax-tree.js';

/** How tightly a condition's operator binds: NOT before AND before OR. */
export function precedenceOf(condition: Condition): number {
  switch (condition.kind) {
    case 'or':
      return 1;
    case 'and':
      return 2;
    case 'not':
      return 3;
    default:
      return 4;
  }
}

/** A junction of one condition stands for that condition. */
export function soleCondition(condition: Condition): Condition {
  let sole = condition;
  while ((sole.kind === 'and' || sole.kind === 'or') && sole.conditions.length === 1) {
    sole = sole.conditions[0] ?? sole;
  }
  return sole;
}
