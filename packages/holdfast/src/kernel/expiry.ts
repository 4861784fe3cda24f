import type { AttributeMap, Condition, Runtime } from '@holdfast/wire';
import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { attributePath } from './attribute-path.js';
import { compare } from './tree-parts.js';

// The service deletes an item up to days after its time to live; until then it is read like any other.

/** The stored name of the time to live. @throws ValidationError where the entity declares none */
export function timeToLiveOf(model: EntityModel): string {
  const found = storedTimeToLive(model);
  if (found !== undefined) return found;
  throw new ValidationError(`${model.name} declares no a.timeToLive(), so nothing of it expires`);
}

export function storedTimeToLive({ members }: EntityModel): string | undefined {
  return members.list.find(({ facts }) => facts.type === 'timeToLive')?.storedAs;
}

/** Whole seconds, as a time to live is stored: it has come where it is not greater. */
function secondsNow(runtime: Runtime): number {
  return Math.floor(runtime.now() / 1000);
}

export function isExpired(model: EntityModel, stored: AttributeMap, runtime: Runtime): boolean {
  const value = stored[timeToLiveOf(model)];
  return value !== undefined && 'N' in value && Number(value.N) <= secondsNow(runtime);
}

/** Holds of items that have no time to live at this attribute, or whose time has not come. */
export function isAlive(timeToLive: string, runtime: Runtime): Condition {
  const now = { N: String(secondsNow(runtime)) };
  return {
    kind: 'or',
    conditions: [{ kind: 'attribute_not_exists', path: attributePath(timeToLive) }, compare(timeToLive, '>', now)],
  };
}
