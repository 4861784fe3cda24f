import type { AttributeMap } from '@holdfast/wire';
import type { EntityModel } from '../entity/place-entity.js';
import { ItemNotFoundError } from '../errors/usage-errors.js';
import type { SendOptions } from '../kernel/deliver.js';
import { read } from '../kernel/read.js';
import { decodeItem, describeKey } from '../kernel/stored-item.js';
import type { Target } from '../kernel/write.js';
import { refuseAwait } from './refuse-await.js';

export class GetOperation {
  readonly #target: Target;
  readonly #model: EntityModel;
  readonly #key: AttributeMap;
  readonly #isConsistent: boolean;

  constructor(target: Target, model: EntityModel, key: AttributeMap, isConsistent = false) {
    this.#target = target;
    this.#model = model;
    this.#key = key;
    this.#isConsistent = isConsistent;
  }

  consistent(): GetOperation {
    return new GetOperation(this.#target, this.#model, this.#key, true);
  }
  async send(options?: SendOptions): Promise<object | undefined> {
    const input = { TableName: this.#target.table, Key: this.#key, ConsistentRead: this.#isConsistent };
    const { Item } = await read(this.#target, this.#what, 'GetItem', input, options);
    return Item === undefined ? undefined : decodeItem(this.#model, Item);
  }
  async orThrow(options?: SendOptions): Promise<object> {
    const item = await this.send(options);
    if (item !== undefined) return item;
    throw new ItemNotFoundError(`there is no ${this.#model.name} (${describeKey(this.#key)}) in ${this.#target.table}`);
  }
  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(this.#what, '.send() or .orThrow()', reject);
  }
  get #what(): string {
    return `get ${this.#model.name} (${describeKey(this.#key)}) from ${this.#target.table}`;
  }
}
