/** A message as AWS Lambda hands it over, as far as it is needed here. */
export interface SqsRecord {
  readonly messageId: string;
  readonly body: string;
  /** `MessageGroupId` is there for FIFO queues only. */
  readonly attributes?: { readonly MessageGroupId?: string | undefined } | undefined;
}
/** What a function answers whose event source has `ReportBatchItemFailures`. */
export interface SqsBatchResponse {
  readonly batchItemFailures: { readonly itemIdentifier: string }[];
}

/**
 * Works on the messages one after another. The failure of one does not fail the others, except that in a FIFO queue what
 * follows it in its message group is left alone and handed back too, so that the order stays.
 *
 * @param onFailure is told of every error, which is not thrown
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export async function sqsBatch<R extends SqsRecord>(
  event: { readonly Records: readonly R[] },
  work: (record: R) => Promise<unknown>,
  onFailure?: (error: unknown, record: R) => void,
): Promise<SqsBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  const stopped = new Set<string>();
  for (const record of event.Records) {
    const group = record.attributes?.MessageGroupId;
    const isStopped = group !== undefined && stopped.has(group);
    try {
      if (!isStopped) {
        await work(record);
        continue;
      }
    } catch (error) {
      onFailure?.(error, record);
      if (group !== undefined) stopped.add(group);
    }
    batchItemFailures.push({ itemIdentifier: record.messageId });
  }
  return { batchItemFailures };
}
