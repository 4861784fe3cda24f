import type { BillingMode, ProvisionedThroughput } from '@holdfast/wire';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';

/** The units of what is paid per request. */
export const noThroughput: ProvisionedThroughput = { ReadCapacityUnits: 0, WriteCapacityUnits: 0 };

const mostUnits = 1_000_000_000_000;

/** @throws ServiceError ValidationException where units are asked for that the billing mode does not have, or the reverse */
export function tableThroughputOf(
  billingMode: BillingMode,
  units: ProvisionedThroughput | undefined,
): ProvisionedThroughput {
  if (billingMode === 'PAY_PER_REQUEST') {
    if (units == null) return noThroughput;
    throw throughputOnDemand();
  }
  if (units == null) {
    throw invalidParameterValues(
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    );
  }
  checkUnits(units);
  return units;
}

export function throughputOnDemand() {
  return invalidParameterValues(
    'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
  );
}

/** @throws ServiceError ValidationException */
export function checkUnits(units: ProvisionedThroughput): void {
  for (const name of ['ReadCapacityUnits', 'WriteCapacityUnits'] as const) {
    if (units[name] > mostUnits) throw validationError(`Given value ${units[name]} for ${name} is out of bounds`);
  }
}
