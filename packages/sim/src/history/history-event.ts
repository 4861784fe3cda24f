/** A call of an operation on an object that clients share, or its end. */
export type HistoryEvent =
  | {
      readonly kind: 'call';
      readonly client: string;
      /** Which call it is; its end has the same. */
      readonly id: number;
      readonly operation: string;
      readonly input: unknown;
    }
  | { readonly kind: 'return'; readonly id: number; readonly output: unknown };
