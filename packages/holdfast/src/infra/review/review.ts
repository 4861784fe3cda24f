import { needType } from '../../attributes/mismatch.js';
import type { AnyTable } from '../../table/table.js';
import { needTable } from '../need-table.js';
import type { Accepted, Finding, Rule } from './finding.js';
import { growingSet, timeToLiveBeforeRetriesEnd } from './growth.js';
import { globalTable, readModifyWriteWithoutVersion, uniqueByIndex } from './lost-updates.js';
import { constantPartitionKey, hotPartitionKey } from './partition-keys.js';

export interface ReviewOptions {
  /**
   * How long a command may still be sent again, in milliseconds; six hours unless given, as AWS Lambda retries an
   * asynchronous event.
   */
  readonly retryHorizon?: number | undefined;
  /**
   * How long items live until their time to live comes, by the name of their entity, in milliseconds. What is not told is not
   * looked at.
   */
  readonly lifetimes?: Readonly<Record<string, number>> | undefined;
  /** Findings that are left out, each with the reason why it is right. */
  readonly accept?: readonly Accepted[] | undefined;
}

const rules: readonly Rule[] = [
  globalTable,
  constantPartitionKey,
  hotPartitionKey,
  timeToLiveBeforeRetriesEnd,
  readModifyWriteWithoutVersion,
  uniqueByIndex,
  growingSet,
];

/**
 * What in the definitions of a table is apt to go wrong in production. It sees definitions, not the program that uses them, so a
 * `notice` is a question; answer it in `accept`, and the review of the next change starts clean.
 *
 * ```ts
 * const findings = review(shop, { accept: [{ rule: 'growing-set', entity: 'POST', reason: 'at most 20 tags' }] });
 * ```
 *
 * Sends nothing. @returns the findings, errors first
 */
export function review(table: AnyTable, options: ReviewOptions = {}): readonly Finding[] {
  needTable('review()', table);
  needType('the options of review()', 'object', options);
  const { retryHorizon = 6 * 3_600_000, lifetimes = {}, accept = [] } = options;
  const found = rules.flatMap(({ name, severity, find }) =>
    find({ table, retryHorizon, lifetimes }).map(
      ({ entity, of, message }): Finding => ({
        rule: name,
        severity,
        table: table.name,
        entity: entity?.name,
        of,
        message,
      }),
    ),
  );
  const order = ['error', 'warning', 'notice'];
  return found
    .filter((finding) => !accept.some((each) => covers(each, finding)))
    .sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
}

function covers(accepted: Accepted, { rule, entity, of }: Finding): boolean {
  return (
    accepted.rule === rule &&
    (accepted.entity === undefined || accepted.entity === entity) &&
    (accepted.of === undefined || accepted.of === of)
  );
}
