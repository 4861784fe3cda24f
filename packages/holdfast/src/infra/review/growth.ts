import { storedTimeToLive } from '../../kernel/expiry.js';
import { eachEntity, type Rule } from './finding.js';

const sets = new Set(['stringSet', 'numberSet', 'binarySet']);

export const growingSet: Rule = {
  name: 'growing-set',
  severity: 'notice',
  find: eachEntity((model) =>
    model.members.list
      .filter(({ facts }) => sets.has(facts.type))
      .map(({ name }) => ({
        of: name,
        message: `the set ${name} of ${model.name} may grow: an item holds 400 KB, and each write of it costs all of it; where nothing bounds it, give each element an item of its own`,
      })),
  ),
};

/**
 * What remembers a command, and is deleted while the command may still come again, lets it through. Definitions do not say how
 * long items live, so this sees only what it is told.
 */
export const timeToLiveBeforeRetriesEnd: Rule = {
  name: 'time-to-live-before-retries-end',
  severity: 'warning',
  find: eachEntity((model, { retryHorizon, lifetimes }) => {
    const storedAs = storedTimeToLive(model);
    const lifetime = Object.hasOwn(lifetimes, model.name) ? lifetimes[model.name] : undefined;
    if (storedAs === undefined || lifetime === undefined || lifetime >= retryHorizon) return [];
    return [
      {
        of: model.members.byStoredName.get(storedAs)?.name ?? storedAs,
        message: `a ${model.name} expires after ${shown(lifetime)}, and commands are sent again for up to ${shown(retryHorizon)}: one that comes later finds it gone; let it live longer`,
      },
    ];
  }),
};

function shown(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
