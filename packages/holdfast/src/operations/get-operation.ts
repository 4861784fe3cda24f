import { ItemNotFoundError, ValidationError } from '../errors/usage-errors.js';
import type { SendOptions } from '../kernel/deliver.js';
import { timeToLiveOf } from '../kernel/expiry.js';
import {
  describeGet,
  type GetRequest,
  itemOfGet,
  type LabelledGet,
  printedProjection,
  projectionOfGet,
} from '../kernel/get.js';
import { type Planned, type PlannedRequest, plan } from '../kernel/plan.js';
import { selectedNames } from '../kernel/projection.js';
import { read } from '../kernel/read.js';
import { describeKey } from '../kernel/stored-item.js';
import { explained } from './explained.js';
import type { Explanation } from './explanation.js';
import { refuseAwait } from './refuse-await.js';

export class GetOperation implements Planned {
  readonly get: GetRequest;

  constructor(get: GetRequest) {
    this.get = get;
  }

  /** The read of an operation, however it is typed. @throws ValidationError where the value is none */
  static labelled(operation: unknown, label: string, where: string): LabelledGet {
    if (operation instanceof GetOperation) return { label, get: operation.get, target: operation.get.target };
    throw new ValidationError(`${where} is no read of one item; make one by a table's get`);
  }

  consistent(): GetOperation {
    return new GetOperation({ ...this.get, consistent: true });
  }
  select(...names: readonly string[]): GetOperation {
    return new GetOperation({ ...this.get, names: selectedNames(this.get.model, names) });
  }
  excludeExpired(): GetOperation {
    timeToLiveOf(this.get.model);
    return new GetOperation({ ...this.get, excludesExpired: true });
  }

  async send(options?: SendOptions): Promise<object | undefined> {
    const { operation, input } = this.#request();
    const { Item } = await read(this.get.target, describeGet(this.get), operation, input, options);
    return itemOfGet(this.get, Item);
  }
  async orThrow(options?: SendOptions): Promise<object> {
    const item = await this.send(options);
    if (item !== undefined) return item;
    const { model, key, target } = this.get;
    throw new ItemNotFoundError(`there is no ${model.name} (${describeKey(key)}) in ${target.table}`);
  }
  [plan](): readonly PlannedRequest[] {
    return [this.#request()];
  }
  explain(): Explanation {
    return explained(this[plan]());
  }
  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(describeGet(this.get), '.send() or .orThrow()', reject);
  }

  #request() {
    const { target, key, consistent } = this.get;
    const common = { TableName: target.table, Key: key, ConsistentRead: consistent };
    const input = { ...common, ...printedProjection(projectionOfGet(this.get)) };
    return { operation: 'GetItem', input } as const;
  }
}
