/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Tag.html */
export interface Tag {
  /** From 1 to 128 characters, not beginning with `aws:`. */
  readonly Key: string;
  /** At most 256 characters. */
  readonly Value: string;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TagResource.html */
export interface TagResource {
  readonly input: { readonly ResourceArn: string; readonly Tags: readonly Tag[] };
  readonly output: Readonly<Record<never, never>>;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UntagResource.html */
export interface UntagResource {
  readonly input: { readonly ResourceArn: string; readonly TagKeys: readonly string[] };
  readonly output: Readonly<Record<never, never>>;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTagsOfResource.html */
export interface ListTagsOfResource {
  readonly input: { readonly ResourceArn: string; readonly NextToken?: string };
  readonly output: { readonly Tags: readonly Tag[]; readonly NextToken?: string };
}
