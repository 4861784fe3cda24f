import type { FaultRates } from '@holdfast/sim';

/**
 * What happens to requests, by share. Far more than a good day brings, so that a minute shows what a month does; each of
 * these does happen to a program that talks to DynamoDB over a network.
 */
export const rates: FaultRates = {
  lostRequest: 0.01,
  lostAnswer: 0.03,
  lateRequest: 0.01,
  duplicateRequest: 0.01,
  throttle: 0.002,
  transactionConflict: 0.01,
  cutAnswer: 0.005,
};
