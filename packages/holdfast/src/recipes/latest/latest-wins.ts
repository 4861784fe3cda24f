import { memberNamed } from '../../attributes/members.js';
import { needType, shown } from '../../attributes/mismatch.js';
import type { AnyEntity, Infer, Key } from '../../entity/entity.js';
import { InDoubtError } from '../../errors/in-doubt-error.js';
import { ValidationError } from '../../errors/usage-errors.js';
import type { SendOptions } from '../../kernel/deliver.js';
import { encodeKey } from '../../kernel/stored-item.js';
import { keyedOperation } from '../../operations/make-write.js';
import type { WriteOperation } from '../../operations/write-operation.js';
import type { TransactionWrite } from '../../operations/writes.js';
import type { EntityTable } from '../../table/entity-table.js';
import { foldEvents, type UntypedChange } from './fold.js';
import { checkGroups, compareVersions, type GroupDefinition, type GroupDefinitions } from './group-model.js';

type Name<E extends AnyEntity> = keyof Infer<E> & string;
/** The groups of an entity, by names of yours. */
export interface GroupsOf<E extends AnyEntity> {
  readonly [group: string]: {
    readonly version: Name<E>;
    readonly fields: readonly Name<E>[];
    readonly source?: Name<E>;
  };
}
type At<T, N> = N extends keyof T ? T[N] : never;

/** What an event says of a group. */
export interface GroupChange<E extends AnyEntity, D extends GroupDefinition> {
  readonly version: NonNullable<At<Infer<E>, D['version']>>;
  /** All fields of the group; `undefined` removes one. */
  readonly values: { readonly [F in D['fields'][number]]: At<Infer<E>, F> | undefined };
  /** Who numbered the version, for groups that keep it. */
  readonly source?: string;
}
export type GroupChanges<E extends AnyEntity, G extends GroupDefinitions> = {
  readonly [N in keyof G]?: GroupChange<E, G[N]>;
};
export interface LatestEvent<E extends AnyEntity, G extends GroupDefinitions> {
  readonly key: Key<E>;
  readonly changes: GroupChanges<E, G>;
}

/**
 * What became of a group of an event.
 *
 * - `applied`: it was written.
 * - `already stored`: the item has this very version, be it by an earlier delivery or by this call, whose answer was lost.
 * - `superseded`: the item has a later one.
 * - `other source`: another source numbers the group, so the versions do not compare; nothing was written.
 * - `held back`: it would have been written, but another group of the event, sent together with it, was refused.
 */
export type GroupOutcome = 'applied' | 'already stored' | 'superseded' | 'other source' | 'held back';

export interface LatestOptions extends SendOptions {
  /** Whether all groups of the event are written by one update, or none; else each by an update of its own. */
  readonly together?: boolean;
}

/** Made by {@link latestWins}. */
export interface LatestWins<E extends AnyEntity, G extends GroupDefinitions> {
  /**
   * Writes what is later than what is stored. Sends one update for each group of the event, or one for all `together`. An update
   * whose answer was lost is sent once more, which is harmless: its condition fails on its own effect.
   *
   * @throws InDoubtError where the answer to that was lost too; apply the event again
   * @throws ConditionFailedError where an item of another entity is at the key
   * @throws ValidationError where the event does not fit the groups
   */
  apply(
    key: Key<E>,
    changes: GroupChanges<E, G>,
    options?: LatestOptions,
  ): Promise<{ readonly [N in keyof G]?: GroupOutcome }>;
  /** The update of all groups of an event as a value, for a transaction: it holds if every group may be written. */
  operation(key: Key<E>, changes: GroupChanges<E, G>): TransactionWrite;
  /**
   * Keeps the latest change of every key and group, before anything is sent.
   *
   * @throws ValidationError where two sources number one group of one key
   */
  fold(events: Iterable<LatestEvent<E, G>>): LatestEvent<E, G>[];
}

/**
 * Items whose groups of fields never move back, whatever the order in which events arrive and however often.
 *
 * @throws ValidationError where a group's attributes do not fit, are in two groups, or an event of one group would create an
 * item that lacks a required attribute
 */
export function latestWins<E extends AnyEntity, const G extends GroupsOf<E>>(
  handle: EntityTable<E>,
  { groups }: { readonly groups: G },
): LatestWins<E, G> {
  const { '~model': model, '~target': target } = handle;
  const definitions: GroupDefinitions = groups;
  checkGroups(model, definitions);

  function updateOf(key: object, changes: readonly (readonly [string, UntypedChange])[]): WriteOperation {
    let write = keyedOperation(target, model, 'upsert', key);
    if (model.version !== undefined) write = write.ignoreVersion();
    for (const [group, change] of changes) write = withGroup(write, group, change);
    return write.returnStored();
  }

  function withGroup(write: WriteOperation, group: string, change: UntypedChange): WriteOperation {
    const { version, fields, source } = definitionOf(group);
    const removed = fields.filter((field) => change.values[field] === undefined);
    const given = Object.fromEntries(Object.entries(change.values).filter(([, value]) => value !== undefined));
    const named = source === undefined ? {} : { [source]: change.source };
    let result = write.set({ ...given, ...named, [version]: change.version }).remove(...removed);
    if (source !== undefined) result = result.if(pathOf(source, (path) => path.notExistsOrEq(change.source)));
    return result.if(pathOf(version, (path) => path.notExistsOrLt(change.version)));
  }

  function definitionOf(group: string): GroupDefinition {
    const definition = Object.hasOwn(definitions, group) ? definitions[group] : undefined;
    if (definition !== undefined) return definition;
    throw new ValidationError(
      `latestWins(${model.name}) has no group ${group}; it has ${Object.keys(groups).join(', ')}`,
    );
  }

  function checkedChanges(changes: object): [string, UntypedChange][] {
    needType(`latestWins(${model.name}), changes`, 'object', changes);
    const list = Object.entries(changes).filter(([, change]) => change !== undefined) as [string, UntypedChange][];
    if (list.length === 0) throw new ValidationError(`latestWins(${model.name}): the event changes no group`);
    for (const [group, change] of list) checkChange(group, change);
    return list;
  }

  function checkChange(group: string, change: UntypedChange): void {
    const where = `latestWins(${model.name}), ${group}`;
    const { version, fields, source } = definitionOf(group);
    needType(where, 'object', change);
    needType(`${where}.values`, 'object', change.values);
    for (const field of fields) {
      if (!Object.hasOwn(change.values, field)) {
        throw new ValidationError(`${where}: ${field} was not given; undefined removes it`);
      }
    }
    for (const name of Object.keys(change.values)) {
      if (!fields.includes(name)) throw new ValidationError(`${where}: ${name} is no field of the group`);
    }
    memberNamed(model, version).facts.codec.encode(change.version, `${where}.version`);
    const isNamed = typeof change.source === 'string' && change.source !== '';
    if (source !== undefined && !isNamed) {
      throw new ValidationError(`${where} keeps its source in ${source}, and the event's is ${shown(change.source)}`);
    }
    if (source === undefined && change.source !== undefined) {
      throw new ValidationError(`${where} keeps no source; declare \`source\` on the group, or leave it out`);
    }
  }

  async function sent(key: object, changes: readonly (readonly [string, UntypedChange])[], options: SendOptions) {
    const write = updateOf(key, changes);
    const outcome = await write.trySend(options).catch((error: unknown) => {
      if (!(error instanceof InDoubtError)) throw error;
      // what ends the second attempt, such as a deadline, must not hide that the first may have taken place
      return write.trySend(options).catch(() => {
        throw error;
      });
    });
    if (outcome.applied) return changes.map(([group]) => [group, 'applied'] as const);
    const { stored } = outcome as { readonly stored?: Readonly<Record<string, unknown>> };
    // refused, and yet no item of this entity: another entity's is at the key
    if (stored === undefined) return outcome.orThrow();
    return changes.map(([group, change]) => [group, refusalOf(group, change, stored)] as const);
  }

  function refusalOf(group: string, change: UntypedChange, stored: Readonly<Record<string, unknown>>): GroupOutcome {
    const { version, source } = definitionOf(group);
    if (source !== undefined && stored[source] !== undefined && stored[source] !== change.source) return 'other source';
    if (stored[version] === undefined) return 'held back';
    const order = compareVersions(`${model.name}.${version}`, stored[version], change.version);
    return order === 0 ? 'already stored' : order > 0 ? 'superseded' : 'held back';
  }

  return {
    async apply(key, changes, { together = false, ...options } = {}) {
      const list = checkedChanges(changes);
      const parts = together ? [list] : list.map((each) => [each]);
      const ends: (readonly [string, GroupOutcome])[] = [];
      for (const part of parts) ends.push(...(await sent(key, part, options)));
      return Object.fromEntries(ends) as { [N in keyof G]?: GroupOutcome };
    },
    operation: (key, changes) => updateOf(key, checkedChanges(changes)) as unknown as TransactionWrite,
    fold(events) {
      const checked = [...events];
      for (const { changes } of checked) checkedChanges(changes);
      const identify = (key: object) => JSON.stringify(encodeKey(model, key).key);
      return foldEvents(checked as never, identify) as unknown as LatestEvent<E, G>[];
    },
  };
}

interface ConditionPath {
  notExistsOrLt(value: unknown): unknown;
  notExistsOrEq(value: unknown): unknown;
}
function pathOf(name: string, condition: (path: ConditionPath) => unknown): (item: never) => unknown {
  return (item: Readonly<Record<string, ConditionPath>>) => condition(item[name] as ConditionPath);
}
