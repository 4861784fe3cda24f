/** One thing that happened, for whoever reads the schedule afterwards. */
export type TraceEntry =
  | { readonly kind: 'begins'; readonly client: string; readonly restart: boolean }
  | {
      readonly kind: 'sends';
      readonly client: string;
      readonly call: string;
      readonly operation: string;
      readonly input: unknown;
    }
  | {
      readonly kind: 'applied';
      readonly client: string;
      readonly call: string;
      readonly operation: string;
      readonly input: unknown;
      readonly how: string | undefined;
      readonly output?: unknown;
      readonly error?: unknown;
    }
  | {
      readonly kind: 'answered';
      /** There is no answer: the request has not arrived, or not yet. */
      readonly unsent?: true;
      readonly client: string;
      readonly call: string;
      readonly operation: string;
      readonly how: string | undefined;
      readonly output?: unknown;
      readonly error?: unknown;
    }
  | {
      readonly kind: 'prepared';
      readonly client: string;
      readonly call: string;
      readonly operation: string;
      readonly input: unknown;
    }
  | {
      readonly kind: 'committed';
      readonly client: string;
      readonly call: string;
      readonly position: number;
      readonly input: unknown;
    }
  | { readonly kind: 'waits'; readonly client: string; readonly milliseconds: number }
  | { readonly kind: 'wakes'; readonly client: string; readonly at: number }
  | { readonly kind: 'crashes' | 'pauses' | 'resumes'; readonly client: string }
  | { readonly kind: 'ends'; readonly client: string; readonly value?: unknown; readonly error?: unknown }
  | { readonly kind: 'world'; readonly what: string };

export type Trace = TraceEntry[];
