import { mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

/** The explorations at length, which write docs/explored.md. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  { test: { include: ['tests/explorations/*.explore.ts'], testTimeout: 3_600_000 } },
);
