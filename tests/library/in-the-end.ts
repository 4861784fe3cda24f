import { vi } from 'vitest';

/** For what is so only after a while, such as an index that follows its table; however slow the machine is. */
export function inTheEnd(holds: () => Promise<void>): Promise<void> {
  return vi.waitFor(holds, { timeout: 25_000 });
}
