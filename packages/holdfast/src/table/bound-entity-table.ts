import { needType } from '../attributes/mismatch.js';
import type { AnyEntity } from '../entity/entity.js';
import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { plainly } from '../kernel/read-page.js';
import { decodeItem, encodeKey, isAskedFor, keyNamesOf, ownItem } from '../kernel/stored-item.js';
import { bytesOfImage, type WireItem } from '../kernel/stream-image.js';
import type { Target } from '../kernel/write.js';
import { GetOperation } from '../operations/get-operation.js';
import { keyConditionOf, tableKey } from '../operations/key-conditions.js';
import { LatestRead } from '../operations/latest-read.js';
import { keyedOperation, putOperation } from '../operations/make-write.js';
import { QueryOperation } from '../operations/query-operation.js';
import type { WriteOperation } from '../operations/write-operation.js';
import { type RetryContext, type RetryOptions, retryOnConflict } from '../retry/retry-on-conflict.js';
import { BoundIndex } from './bound-index.js';

interface LatestContext extends RetryContext {
  latest(key: object): LatestRead;
}

/** What stands behind an entity table of any type. */
export class BoundEntityTable {
  readonly entity: AnyEntity;
  readonly '~model': EntityModel;
  readonly '~target': Target;

  constructor(target: Target, entity: AnyEntity, model: EntityModel) {
    this.entity = entity;
    this['~model'] = model;
    this['~target'] = target;
  }

  get(key: object): GetOperation {
    const model = this['~model'];
    return new GetOperation({
      target: this['~target'],
      model,
      key: encodeKey(model, key).key,
      consistent: false,
      names: undefined,
      excludesExpired: false,
    });
  }
  query(key: object = {}): QueryOperation {
    return this.#reading(`query ${this['~model'].name}`, keyConditionOf(tableKey(this['~model']), key), key);
  }
  scan(): QueryOperation {
    return this.#reading(`scan ${this.entity.name}`, undefined, undefined);
  }
  index(name: string): BoundIndex {
    const { indexes } = this['~model'];
    const found = indexes.find((each) => each.name === name);
    if (found !== undefined) return new BoundIndex(this['~target'], this['~model'], found);
    const known = indexes.map((each) => each.name).join(', ') || 'none';
    throw new ValidationError(`${this['~model'].name} has no index ${name}; it has ${known}`);
  }
  create(item: object): WriteOperation {
    return putOperation(this['~target'], this['~model'], 'create', item);
  }
  put(item: object): WriteOperation {
    return putOperation(this['~target'], this['~model'], 'put', item);
  }
  claim(item: object): WriteOperation {
    return putOperation(this['~target'], this['~model'], 'claim', item);
  }
  update(key: object): WriteOperation {
    return keyedOperation(this['~target'], this['~model'], 'update', key);
  }
  upsert(key: object): WriteOperation {
    return keyedOperation(this['~target'], this['~model'], 'upsert', key);
  }
  delete(key: object): WriteOperation {
    return keyedOperation(this['~target'], this['~model'], 'delete', key);
  }
  check(key: object): WriteOperation {
    return keyedOperation(this['~target'], this['~model'], 'check', key);
  }
  decode(image: WireItem | null | undefined): object | undefined {
    return image == null ? undefined : ownItem(this['~model'], bytesOfImage(image));
  }
  async retryOnConflict<R>(work: (context: LatestContext) => Promise<R>, options?: RetryOptions): Promise<R> {
    needType('what retryOnConflict runs', 'function', work);
    const { runtime } = this['~target'].backend;
    return retryOnConflict(
      runtime,
      (context, fresh) => {
        const latest = (key: object) => {
          const place = { target: this['~target'], model: this['~model'], key: encodeKey(this['~model'], key).key };
          return new LatestRead(this.get(key).consistent(), place, fresh, context.signal);
        };
        return work({ ...context, latest });
      },
      options,
    );
  }

  #reading(what: string, keyCondition: ReturnType<typeof keyConditionOf> | undefined, key: object | undefined) {
    const model = this['~model'];
    return new QueryOperation({
      plan: { ...plainly, target: this['~target'], what, keyCondition, keyNames: keyNamesOf(model) },
      models: [model],
      rowOf: (stored, names) => (isAskedFor(model, stored) ? decodeItem(model, stored, names) : undefined),
      names: undefined,
      limit: undefined,
      sort: key === undefined ? undefined : { by: tableKey(model), key, isBounded: false },
    });
  }
}
