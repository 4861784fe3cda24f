import type { Backend } from '@holdfast/wire';

export interface RecordedRequest {
  readonly operation: string;
  readonly input: object;
}

/** A backend that keeps what it was asked for. */
export function recorded(inner: Backend): { readonly backend: Backend; readonly requests: RecordedRequest[] } {
  const requests: RecordedRequest[] = [];
  const backend: Backend = {
    runtime: inner.runtime,
    capabilities: inner.capabilities,
    execute: (operation, input, options) => {
      requests.push({ operation, input });
      return inner.execute(operation, input, options);
    },
  };
  return { backend, requests };
}
