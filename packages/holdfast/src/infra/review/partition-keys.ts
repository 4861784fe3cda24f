import type { KeyTemplate } from '../../entity/key-template.js';
import type { EntityModel } from '../../entity/place-entity.js';
import { eachEntity, type Rule } from './finding.js';

const limits = 'a partition takes 1,000 writes and 3,000 reads a second';

/** The partition keys of an entity: the table's, and those of its global indexes. */
function partitionKeys(model: EntityModel): readonly { readonly of: string; readonly pk: KeyTemplate }[] {
  const indexes = model.indexes.filter(({ kind }) => kind === 'global');
  return [{ of: 'key', pk: model.pk }, ...indexes.map(({ name, pk }) => ({ of: name, pk }))];
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
export const constantPartitionKey: Rule = {
  name: 'constant-partition-key',
  severity: 'warning',
  find: eachEntity((model) =>
    partitionKeys(model)
      .filter(({ pk }) => pk.params.length === 0)
      .map(({ of, pk }) => ({
        of,
        message: `every ${model.name} has the one partition key "${pk.text}", and ${limits}; add an attribute with many values to it, or a shard`,
      })),
  ),
};

/** Of a few values, or of one value at a time. */
const few = new Map([
  ['literal', 'has only a few values'],
  ['boolean', 'has only two values'],
  ['day', 'is the same all day'],
  ['timestamp', 'moves on in one place'],
  ['timestampMicroseconds', 'moves on in one place'],
  ['epochSeconds', 'moves on in one place'],
  ['timeToLive', 'moves on in one place'],
]);

export const hotPartitionKey: Rule = {
  name: 'hot-partition-key',
  severity: 'warning',
  find: eachEntity((model) =>
    partitionKeys(model).flatMap(({ of, pk }) => {
      const reasons = pk.params.map((param) => {
        const why = few.get(model.members.byName.get(param)?.facts.type ?? '');
        return why === undefined ? undefined : `${param} ${why}`;
      });
      if (reasons.length === 0 || reasons.includes(undefined)) return [];
      const message = `the partition key "${pk.text}" grows hot: ${reasons.join(', ')}, and ${limits}; add an attribute with many values to it, or a shard`;
      return [{ of, message }];
    }),
  ),
};
