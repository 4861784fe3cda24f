import { type Condition, checkPathsDistinct, ExpressionError, type Update, type ValueAction } from '@holdfast/wire';
import { encodeMember, type Member, memberNamed } from '../attributes/members.js';
import { needType } from '../attributes/mismatch.js';
import { ValidationError } from '../errors/usage-errors.js';
import { buildAssignments } from '../expressions/build-assignments.js';
import { buildCondition } from '../expressions/build-condition.js';
import { valueOperand } from '../expressions/operand-of.js';
import { attributePath } from '../kernel/attribute-path.js';
import type { SendOptions } from '../kernel/deliver.js';
import { noId, type Planned, type PlannedRequest, plan } from '../kernel/plan.js';
import { prepare, toRequest } from '../kernel/prepare.js';
import { settleWrite, toError } from '../kernel/settle-write.js';
import { setTo } from '../kernel/tree-parts.js';
import { describeWrite, isPut, type Returning, type Verb, type VersionRule, type Write } from '../kernel/write.js';
import { ExactlyOnceOperation } from './exactly-once-operation.js';
import { explained } from './explained.js';
import type { Explanation } from './explanation.js';
import { toOutcome } from './outcome-of.js';
import { refuseAwait } from './refuse-await.js';
import type { Applied, NotApplied } from './results.js';
import type { OnceOptions } from './writes.js';

/**
 * Every write of every state: an immutable value, each method gives a new one. The public interfaces offer the methods
 * that fit; what a program without types calls all the same is refused by name.
 */
export class WriteOperation implements Planned {
  readonly write: Write;

  constructor(write: Write) {
    this.write = write;
  }

  /** The write of an operation, however it is typed. @throws ValidationError where the value is none */
  static writeOf(operation: unknown, where: string): Write {
    if (operation instanceof WriteOperation) return operation.write;
    throw new ValidationError(`${where} is no write; make one by a table's create, put, update, delete or check`);
  }

  if(callback: (item: never) => unknown): WriteOperation {
    return this.#when(buildCondition(this.write.model, callback));
  }
  ifExists(): WriteOperation {
    return this.#withExistence('ifExists', ['put', 'delete'], 'exists');
  }
  ifNotExists(): WriteOperation {
    return this.#withExistence('ifNotExists', ['put', 'check'], 'not_exists');
  }
  ifVersion(version: number): WriteOperation {
    this.write.model.version?.facts.codec.encode(version, `${this.#what}.ifVersion()`);
    return this.#withVersion('ifVersion', { kind: 'expected', version });
  }
  ignoreVersion(): WriteOperation {
    return this.#withVersion('ignoreVersion', { kind: 'ignored' });
  }
  returnStored(): WriteOperation {
    return new WriteOperation({ ...this.write, returnStored: true });
  }
  returnOld(): WriteOperation {
    return this.#withReturning('returnOld', ['put', 'update', 'upsert', 'delete'], { kind: 'old' });
  }
  returnNew(): WriteOperation {
    return this.#withReturning('returnNew', ['update', 'upsert'], { kind: 'new' });
  }
  returning(...names: readonly string[]): WriteOperation {
    for (const each of names) memberNamed(this.write.model, each);
    return this.#withReturning('returning', ['update', 'upsert'], { kind: 'new', names });
  }

  set(values: object | ((item: never) => unknown)): WriteOperation {
    const { model, update } = this.write;
    if (typeof values === 'function') {
      const assignments = buildAssignments(model, values as (item: never) => unknown);
      for (const { path } of assignments) this.#settable(path.elements[0]);
      return this.#updated('set', { set: [...update.set, ...assignments] });
    }
    const set = [...update.set];
    const remove = [...update.remove];
    for (const [member, value] of this.#given('set', values)) {
      const encoded = encodeMember(member.facts, value, `${model.name}.${member.name}`);
      // an empty set is stored as absence
      if (encoded === undefined) remove.push(attributePath(member.storedAs));
      else set.push(setTo(member.storedAs, encoded));
    }
    return this.#updated('set', { set, remove });
  }
  add(values: object): WriteOperation {
    return this.#updated('add', {
      add: [...this.write.update.add, ...this.#actions('add', values, ['N', 'SS', 'NS', 'BS'])],
    });
  }
  delete(values: object): WriteOperation {
    return this.#updated('delete', {
      delete: [...this.write.update.delete, ...this.#actions('delete', values, ['SS', 'NS', 'BS'])],
    });
  }
  remove(...names: readonly string[]): WriteOperation {
    const { model } = this.write;
    const paths = names.map((each) => {
      const member = memberNamed(model, each);
      this.#settable(member.storedAs);
      if (member.facts.mode !== 'optional') {
        throw new ValidationError(
          `${model.name}.${each} is not optional, so remove() would leave an item that cannot be read`,
        );
      }
      return attributePath(member.storedAs);
    });
    return this.#updated('remove', { remove: [...this.write.update.remove, ...paths] });
  }

  async send(options?: SendOptions): Promise<unknown> {
    const settled = await settleWrite(this.#sendable('send'), options);
    if (settled.applied) return settled.returned;
    throw toError(this.write, settled);
  }
  async trySend(options?: SendOptions): Promise<Applied<unknown> | NotApplied> {
    return toOutcome(this.write, await settleWrite(this.#sendable('trySend'), options));
  }
  [plan](id = this.write.target.backend.runtime.uuid()): readonly PlannedRequest[] {
    const prepared = prepare(this.#sendable('explain'), id);
    return [{ ...toRequest(prepared), writes: [prepared] }];
  }
  explain(): Explanation {
    return explained(this[plan](noId));
  }
  exactlyOnce(options: OnceOptions = {}): ExactlyOnceOperation {
    return new ExactlyOnceOperation(this.#sendable('exactlyOnce'), options);
  }

  /** `await` on a write that was never sent must not pass for a write that was. */
  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(this.#what, '.send() or .trySend()', reject);
  }

  get #what(): string {
    return describeWrite(this.write);
  }
  #sendable(method: string): Write {
    if (this.write.verb === 'check') {
      throw new ValidationError(`${this.#what}.${method}(): a check changes nothing and can only join a transaction`);
    }
    return this.write;
  }
  #when(condition: Condition): WriteOperation {
    return new WriteOperation({ ...this.write, conditions: [...this.write.conditions, condition] });
  }
  #only(method: string, verbs: readonly Verb[]): void {
    if (verbs.includes(this.write.verb)) return;
    throw new ValidationError(`${this.#what}: ${method}() is for ${verbs.join(', ')}`);
  }
  #with(method: string, verbs: readonly Verb[], change: Partial<Write>): WriteOperation {
    this.#only(method, verbs);
    return new WriteOperation({ ...this.write, ...change });
  }
  #withExistence(method: string, verbs: readonly Verb[], existence: Write['existence']): WriteOperation {
    const { verb, existence: before } = this.write;
    this.#only(method, verbs);
    if (before !== (verb === 'check' ? 'exists' : 'any')) throw this.#saidAlready(method, 'whether the item exists');
    return new WriteOperation({ ...this.write, existence });
  }
  #saidAlready(method: string, what: string): ValidationError {
    return new ValidationError(`${this.#what}.${method}(): it has said already ${what}`);
  }
  #withVersion(method: string, version: VersionRule): WriteOperation {
    const { model, verb, version: before } = this.write;
    if (model.version === undefined)
      throw new ValidationError(`${this.#what}.${method}(): ${model.name} has no version`);
    if (isPut(verb)) throw new ValidationError(`${this.#what}.${method}(): a put takes the version from its item`);
    if (before.kind === 'expected' || before.kind === 'ignored') {
      throw this.#saidAlready(method, 'what it does about the version');
    }
    return new WriteOperation({ ...this.write, version });
  }
  #withReturning(method: string, verbs: readonly Verb[], returning: Returning): WriteOperation {
    if (this.write.returning.kind !== 'nothing') {
      throw this.#saidAlready(method, 'what to return');
    }
    return this.#with(method, verbs, { returning });
  }
  #updated(method: string, change: Partial<Update>): WriteOperation {
    const update = { ...this.write.update, ...change };
    const paths = [...update.set, ...update.add, ...update.delete].map(({ path }) => path);
    try {
      checkPathsDistinct([...paths, ...update.remove]);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw new ValidationError(`${this.#what}.${method}(): ${error.message}`, { cause: error });
    }
    return this.#with(method, ['update', 'upsert'], { update });
  }
  #actions(method: string, values: object, types: readonly string[]): ValueAction[] {
    return this.#given(method, values).flatMap(([member, value]) => {
      // what is added is no value of the attribute, so the attribute's validator has no say
      const encoded = member.facts.codec.encode(value, `${this.write.model.name}.${member.name}`);
      if (encoded === undefined) return [];
      if (
        !types.some((type) => type in encoded) ||
        member.facts.type === 'epochSeconds' ||
        member.facts.type === 'timeToLive'
      ) {
        throw new ValidationError(`${this.write.model.name}.${member.name} is a ${member.facts.type}: no ${method}()`);
      }
      return [{ path: attributePath(member.storedAs), value: valueOperand(encoded) }];
    });
  }
  #given(method: string, values: object): (readonly [Member, unknown])[] {
    const { model } = this.write;
    needType(`${model.name}, ${method}()`, 'object', values);
    return Object.entries(values).map(([each, value]) => {
      const member = memberNamed(model, each);
      if (value === undefined) {
        throw new ValidationError(
          `${model.name}.${each}: ${method}() was given undefined; leave it out, or remove() it`,
        );
      }
      this.#settable(member.storedAs);
      return [member, value];
    });
  }
  #settable(storedAs: string): void {
    const { model } = this.write;
    const key = model.keyMembers.find((member) => member.storedAs === storedAs);
    if (key !== undefined)
      throw new ValidationError(`${model.name}.${key.name} is part of the key and cannot be changed`);
    if (model.version?.storedAs === storedAs) {
      throw new ValidationError(`${model.name}.${model.version.name} is the version, which the library writes`);
    }
    const member = model.members.byStoredName.get(storedAs);
    if (member?.facts.derivation === undefined) return;
    throw new ValidationError(
      `${model.name}.${member.name} is ${member.facts.derivation.kind}, so the library writes it`,
    );
  }
}
