import type { AnyEntity } from '../entity/entity.js';
import { decodeItem, encodeKey, entityOf } from '../kernel/stored-item.js';
import type { Target } from '../kernel/write.js';
import { GetOperation } from '../operations/get-operation.js';
import { keyConditionOf } from '../operations/key-conditions.js';
import { LatestRead } from '../operations/latest-read.js';
import { keyedOperation, putOperation } from '../operations/make-write.js';
import { QueryOperation } from '../operations/query-operation.js';
import type { WriteOperation } from '../operations/write-operation.js';
import { type RetryContext, type RetryOptions, retryOnConflict } from '../retry/retry-on-conflict.js';

interface LatestContext extends RetryContext {
  latest(key: object): LatestRead;
}

/** What stands behind an entity table of any type. */
export class BoundEntityTable {
  readonly entity: AnyEntity;
  readonly #target: Target;

  constructor(target: Target, entity: AnyEntity) {
    this.entity = entity;
    this.#target = target;
  }

  get(key: object): GetOperation {
    const model = this.entity['~model'];
    return new GetOperation({
      target: this.#target,
      model,
      key: encodeKey(model, key).key,
      consistent: false,
      names: undefined,
      excludesExpired: false,
    });
  }
  query(key: object = {}): QueryOperation {
    const model = this.entity['~model'];
    return this.#reading(`query ${model.name}`, keyConditionOf(model, key), key);
  }
  scan(): QueryOperation {
    return this.#reading(`scan ${this.entity.name}`, undefined, undefined);
  }
  create(item: object): WriteOperation {
    return putOperation(this.#target, this.entity, 'create', item);
  }
  put(item: object): WriteOperation {
    return putOperation(this.#target, this.entity, 'put', item);
  }
  claim(item: object): WriteOperation {
    return putOperation(this.#target, this.entity, 'claim', item);
  }
  update(key: object): WriteOperation {
    return keyedOperation(this.#target, this.entity, 'update', key);
  }
  upsert(key: object): WriteOperation {
    return keyedOperation(this.#target, this.entity, 'upsert', key);
  }
  delete(key: object): WriteOperation {
    return keyedOperation(this.#target, this.entity, 'delete', key);
  }
  check(key: object): WriteOperation {
    return keyedOperation(this.#target, this.entity, 'check', key);
  }
  retryOnConflict<R>(work: (context: LatestContext) => Promise<R>, options?: RetryOptions): Promise<R> {
    const { runtime } = this.#target.backend;
    return retryOnConflict(
      runtime,
      (context, fresh) => {
        const latest = (key: object) => {
          const model = this.entity['~model'];
          const place = { target: this.#target, model, key: encodeKey(model, key).key };
          return new LatestRead(this.get(key).consistent(), place, fresh, context.signal);
        };
        return work({ ...context, latest });
      },
      options,
    );
  }

  #reading(what: string, keyCondition: ReturnType<typeof keyConditionOf> | undefined, key: object | undefined) {
    const model = this.entity['~model'];
    return new QueryOperation({
      plan: { target: this.#target, what, keyCondition, consistent: false, descending: false, pageSize: undefined },
      rowOf: (stored) => (entityOf(stored) === model.name ? decodeItem(model, stored) : undefined),
      limit: undefined,
      sort: key === undefined ? undefined : { model, key, isBounded: false },
    });
  }
}
