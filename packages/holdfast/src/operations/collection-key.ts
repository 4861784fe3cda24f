import { type AttributeMap, type Condition, equalValues } from '@holdfast/wire';
import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { valueOperand } from '../expressions/operand-of.js';
import { attributePath } from '../kernel/attribute-path.js';
import { encodeKeyValues } from '../kernel/stored-item.js';
import { partitionIs, sortPrefix, tableKey, textOf } from './key-conditions.js';

/** The part of a partition that several entities have in common. */
export interface CollectionKey {
  readonly condition: Condition;
  /** Whether an item of this entity is in that part; a key that only begins alike is read along. */
  has(model: EntityModel, stored: AttributeMap): boolean;
}

/**
 * The key of a query of several entities: the partition, and the sort key as far as it is given, which must be alike in all of them.
 *
 * @throws ValidationError
 */
export function collectionKey(models: readonly [EntityModel, ...EntityModel[]], key: object): CollectionKey {
  const [first] = models;
  const condition = partitionIs(tableKey(first), key);
  const [partition, sort] = first.keyParts;
  const given = Object.entries(key).filter(
    ([name, value]) => value !== undefined && !partition?.template.params.includes(name),
  );
  if (sort === undefined || given.length === 0) return { condition, has: () => true };
  const reached = new Map(
    models.map((model) => {
      const by = tableKey(model);
      return [model, sortPrefix(by, model.keyParts[1] ?? sort, encodeKeyValues(by, key))] as const;
    }),
  );
  const texts = [...reached.values()].map(({ value }) => textOf(value));
  const [start = ''] = [...texts].sort((a, b) => a.length - b.length);
  if (!texts.every((text) => text.startsWith(start))) {
    const names = models.map(({ name }) => name).join(' and ');
    throw new ValidationError(
      `${names}: their sort keys begin differently, so that no one query reads them by ${given.map(([name]) => name).join(', ')}; query each, or the whole partition`,
    );
  }
  const path = attributePath(sort.slot.name);
  const { value, complete } = reached.get(first) ?? { value: undefined, complete: false };
  const isOne = models.length === 1 && complete && value !== undefined;
  const within: Condition = isOne
    ? { kind: 'comparison', operator: '=', left: path, right: valueOperand(value) }
    : { kind: 'begins_with', operand: path, argument: valueOperand({ S: start }) };
  return {
    condition: { kind: 'and', conditions: [condition, within] },
    has(model, stored) {
      const { value: reach, complete: isWhole } = reached.get(model) ?? {};
      const own = stored[sort.slot.name];
      if (own === undefined || reach === undefined) return true;
      return isWhole ? equalValues(own, reach) : textOf(own).startsWith(textOf(reach));
    },
  };
}
