import { deniedGlobals } from './hidden-inputs.js';

/** Expressions that read a clock, wait or draw a random number by themselves. */
export const hiddenInputCases: readonly string[] = [
  ...deniedGlobals,
  'Date.now()',
  'Date.now',
  'new Date()',
  'new Date',
  'Date()',
  "Date['now']()",
  'Math.random()',
  'Math.random',
  "Math['random']()",
  'AbortSignal.timeout(1)',
  'setTimeout(() => {}, 1)',
  'performance.now()',
  'crypto.randomUUID()',
  'process.hrtime()',
  'globalThis.setTimeout(() => {}, 1)',
  '{ setTimeout }',
];

/** Expressions that look alike and are deterministic. */
export const allowedCases: readonly string[] = [
  'new Date(5)',
  'new Date(2026, 1)',
  "Date.parse('2026-01-01')",
  'Date.UTC(2026, 1)',
  'Math.max(1, 2)',
  'AbortSignal.abort()',
  'runtime.setTimeout',
  '{ now: runtime.now, random: runtime.random, process: 1, performance: 2 }',
  '(value: unknown): value is Date => value instanceof Date',
  "'Date.now() and Math.random()'",
];
