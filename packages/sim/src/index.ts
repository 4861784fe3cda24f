export { createRandom, type Random } from './random/random.js';
export type { Fault, FaultRates } from './storm/fault.js';
export { type Storm, type StormCounts, type StormOptions, storm } from './storm/storm.js';
