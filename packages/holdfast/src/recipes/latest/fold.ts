import { ValidationError } from '../../errors/usage-errors.js';
import { compareVersions } from './group-model.js';

/** What an event says of one group, without types. */
export interface UntypedChange {
  readonly version: unknown;
  readonly values: Readonly<Record<string, unknown>>;
  readonly source?: string | undefined;
}
export interface UntypedEvent {
  readonly key: object;
  readonly changes: Readonly<Record<string, UntypedChange | undefined>>;
}

/**
 * Keeps the latest change of every key and group; of equal versions the first.
 *
 * @throws ValidationError where two sources number one group of one key
 */
export function foldEvents(events: Iterable<UntypedEvent>, identify: (key: object) => string): UntypedEvent[] {
  const byKey = new Map<string, { key: object; changes: Map<string, UntypedChange> }>();
  for (const { key, changes } of events) {
    const id = identify(key);
    const kept = byKey.get(id) ?? { key, changes: new Map<string, UntypedChange>() };
    byKey.set(id, kept);
    for (const [group, change] of Object.entries(changes)) {
      if (change === undefined) continue;
      const before = kept.changes.get(group);
      if (before === undefined || isLater(`the group ${group} of ${id}`, before, change))
        kept.changes.set(group, change);
    }
  }
  return [...byKey.values()].map(({ key, changes }) => ({ key, changes: Object.fromEntries(changes) }));
}

function isLater(where: string, before: UntypedChange, change: UntypedChange): boolean {
  if (before.source !== change.source) {
    throw new ValidationError(
      `${where} is numbered by ${before.source ?? 'no source'} and by ${change.source ?? 'no source'}; their versions do not compare`,
    );
  }
  return compareVersions(where, before.version, change.version) < 0;
}
