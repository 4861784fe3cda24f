import type { EntityModel, IndexModel } from '../entity/place-entity.js';
import { modelWithin, reachOf, withKeyAttributes } from '../kernel/index-reach.js';
import { plainly } from '../kernel/read-page.js';
import { decodeItem, isAskedFor, keyNamesOf } from '../kernel/stored-item.js';
import type { Target } from '../kernel/write.js';
import { type KeyOfQuery, keyConditionOf } from '../operations/key-conditions.js';
import { QueryOperation } from '../operations/query-operation.js';

/** What stands behind an index of any type. */
export class BoundIndex {
  readonly #target: Target;
  readonly #model: EntityModel;
  readonly #index: IndexModel;

  constructor(target: Target, model: EntityModel, index: IndexModel) {
    this.#target = target;
    this.#model = model;
    this.#index = index;
  }

  query(key: object = {}): QueryOperation {
    const { name, keyMembers, keyParts } = this.#index;
    const by = { where: `${this.#model.name}, index ${name}`, model: this.#model, keyMembers, keyParts };
    return this.#reading('query', { by, key });
  }
  scan(): QueryOperation {
    return this.#reading('scan', undefined);
  }

  #reading(verb: string, of: { readonly by: KeyOfQuery; readonly key: object } | undefined): QueryOperation {
    const index = this.#index;
    const model = modelWithin(this.#model, index);
    const reach = reachOf(model, index);
    return new QueryOperation({
      plan: {
        ...plainly,
        target: this.#target,
        index: reach,
        what: `${verb} ${model.name} by ${index.name}`,
        keyCondition: of && keyConditionOf(of.by, of.key),
        keyNames: [...new Set([...keyNamesOf(index), ...keyNamesOf(model)])],
      },
      models: [model],
      rowOf: (stored, names = reach.names) =>
        isAskedFor(model, stored) ? decodeItem(model, withKeyAttributes(model, index, stored), names) : undefined,
      names: undefined,
      limit: undefined,
      sort: of && { ...of, isBounded: false },
    });
  }
}
