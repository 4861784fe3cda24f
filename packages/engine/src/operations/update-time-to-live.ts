import type { TimeToLiveSpecification } from '@holdfast/wire';
import type { Table } from '../tables/table.js';
import { validationError } from '../validation/service-errors.js';
import { boolean, required, structure, tableReference } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

/** How long a change keeps the next one off, in milliseconds: the hour that the service documents. */
const changeInterval = 60 * 60 * 1000;

export const updateTimeToLive: OperationHandler<'UpdateTimeToLive'> = {
  shape: structure('UpdateTimeToLiveInput', {
    TableName: required(tableReference),
    TimeToLiveSpecification: required(
      structure('TimeToLiveSpecification', {
        Enabled: required(boolean),
        AttributeName: required({ type: 'string', minLength: 1, maxLength: 255 }),
      }),
    ),
  }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state, runtime }, input) {
    const { Enabled, AttributeName } = input.TimeToLiveSpecification;
    const table = state.tables.named(input.TableName);
    const now = runtime.now();
    checkChange(table, { Enabled, AttributeName }, now);
    if (Enabled) table.timeToLive.enable(AttributeName, itemsOf(table), now);
    else table.timeToLive.disable(now);
    return { TimeToLiveSpecification: { Enabled, AttributeName } };
  },
};

function checkChange({ timeToLive }: Table, { Enabled, AttributeName }: TimeToLiveSpecification, now: number): void {
  const current = timeToLive.attributeName;
  if (current === undefined && !Enabled) throw validationError('TimeToLive is already disabled');
  if (current !== undefined && current !== AttributeName) {
    throw validationError(`TimeToLive is active on a different AttributeName: current AttributeName is ${current}`);
  }
  if (current !== undefined && Enabled) throw validationError('TimeToLive is already enabled');
  if (timeToLive.changedAt !== undefined && now - timeToLive.changedAt < changeInterval) {
    throw validationError('Time to live has been modified multiple times within a fixed interval');
  }
}

function* itemsOf(table: Table) {
  for (const [key, stored] of table.range({}, 'forward')) yield [key, stored.item] as const;
}
