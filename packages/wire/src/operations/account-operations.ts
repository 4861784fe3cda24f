/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeLimits.html */
export interface DescribeLimits {
  readonly input: Readonly<Record<never, never>>;
  readonly output: {
    readonly AccountMaxReadCapacityUnits: number;
    readonly AccountMaxWriteCapacityUnits: number;
    readonly TableMaxReadCapacityUnits: number;
    readonly TableMaxWriteCapacityUnits: number;
  };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeEndpoints.html */
export interface DescribeEndpoints {
  readonly input: Readonly<Record<never, never>>;
  readonly output: {
    readonly Endpoints: readonly { readonly Address: string; readonly CachePeriodInMinutes: number }[];
  };
}
