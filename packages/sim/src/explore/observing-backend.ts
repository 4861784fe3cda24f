import type { Backend, OperationInput, OperationName } from '@holdfast/wire';
import type { StoreFootprints } from '../footprint/store-footprints.js';

/** A backend that notes what is read by way of it: the order of the writes to that counts from then on. */
export function observing(backend: Backend, footprints: StoreFootprints): Backend {
  return {
    runtime: backend.runtime,
    capabilities: backend.capabilities,
    async execute<Name extends OperationName>(operation: Name, input: OperationInput<Name>) {
      footprints.listen((resource) => footprints.observe(resource));
      try {
        footprints.of(operation, input, true);
      } finally {
        footprints.listen(undefined);
      }
      return backend.execute(operation, input);
    },
  };
}
