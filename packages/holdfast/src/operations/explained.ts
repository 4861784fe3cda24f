import { utf8Length } from '@holdfast/wire';
import type { PlannedRequest } from '../kernel/plan.js';
import { type Bounds, bytesAfter, readUnits, refusedUnits, sum, writeUnits } from '../kernel/units.js';
import type { ExplainedRequest, Explanation } from './explanation.js';

export function explained(planned: readonly PlannedRequest[]): Explanation {
  const refused = planned.map(refusedUnits).filter((each): each is Bounds => each !== undefined);
  return {
    requests: planned.map(explainedRequest),
    writeUnits: sum(planned.map(writeUnits)),
    readUnits: sum(planned.map(readUnits)),
    refusedWriteUnits: refused.length === 0 ? undefined : sum(refused),
  };
}

function explainedRequest({ operation, input, writes = [] }: PlannedRequest): ExplainedRequest {
  const items = writes.filter((each) => each.item !== undefined || each.update !== undefined).map(bytesAfter);
  const bodies: readonly object[] =
    'TransactItems' in input
      ? input.TransactItems.flatMap(Object.values)
      : Object.values('RequestItems' in input ? input.RequestItems : { input });
  const expressions: Record<string, number> = {};
  for (const [name, value] of bodies.flatMap(Object.entries)) {
    if (name.endsWith('Expression')) expressions[name] = Math.max(expressions[name] ?? 0, utf8Length(value));
  }
  return { operation, input, sizes: { items, expressions } };
}
