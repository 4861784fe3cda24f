import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faults } from '../world/fault-budget.js';
import { deepestStaleRead, staleBy, undisturbed, variantOf } from '../world/variant.js';
import { parseSchedule, scheduleText } from './recorded-schedule.js';

const variant = fc.oneof(
  fc.constant(undisturbed),
  fc.constantFrom(...faults.filter((fault) => fault !== 'staleRead')).map(variantOf),
  fc.integer({ min: 1, max: deepestStaleRead }).map(staleBy),
);
const process = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(20), fc.option(fc.nat(9), { nil: undefined }))
  .map(([name, sequence, part]) => `${name}:${sequence}${part === undefined ? '' : `/${part}`}`);

it('goes into one line and comes back from it', () => {
  const step = fc.record({ process, variant, client: fc.constant(0) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      const text = scheduleText(steps);
      expect(text).not.toMatch(/[\n\r]/);
      expect(parseSchedule(text)).toEqual(steps.map(({ client: _, ...rest }) => rest));
    }),
  );
});

it('is short where a process goes on', () => {
  const step = { process: 'alice:1', variant: undisturbed, client: 0 };
  expect(scheduleText([step, step, { ...step, variant: variantOf('lostAnswer') }])).toBe(
    'alice:1*2 alice:1!lostAnswer',
  );
});
