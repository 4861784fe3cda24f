export interface TimeToLiveSpecification {
  readonly Enabled: boolean;
  /** A top-level attribute: a number of seconds since 1970. Items with another type, or without it, do not expire. */
  readonly AttributeName: string;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html */
export interface UpdateTimeToLive {
  readonly input: { readonly TableName: string; readonly TimeToLiveSpecification: TimeToLiveSpecification };
  readonly output: { readonly TimeToLiveSpecification: TimeToLiveSpecification };
}

export interface TimeToLiveDescription {
  readonly TimeToLiveStatus: 'ENABLING' | 'DISABLING' | 'ENABLED' | 'DISABLED';
  /** Absent while disabled. */
  readonly AttributeName?: string;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTimeToLive.html */
export interface DescribeTimeToLive {
  readonly input: { readonly TableName: string };
  readonly output: { readonly TimeToLiveDescription: TimeToLiveDescription };
}
