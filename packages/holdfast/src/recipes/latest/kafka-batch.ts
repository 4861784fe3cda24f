/** A message of a Kafka client, as far as it is needed here. */
export interface KafkaMessage {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string | number | bigint;
}
export interface KafkaOffset {
  readonly topic: string;
  readonly partition: number;
  /** The next one to read, in decimal, as commits have it. */
  readonly offset: string;
}

/** Offsets compare within one partition only, so the source is the partition: `scores-3`, and the version the offset. */
export function kafkaVersion({ topic, partition, offset }: KafkaMessage): {
  readonly version: bigint;
  readonly source: string;
} {
  return { version: BigInt(offset), source: `${topic}-${partition}` };
}

/**
 * Works on the messages one after another, each partition up to its first failure, and gives the offsets to commit: of each
 * partition the one after its last success. A partition whose first message failed has none.
 *
 * @param messages of each partition in the order of its offsets
 * @param onFailure is told of every error, which is not thrown
 */
export async function kafkaBatch<M extends KafkaMessage>(
  messages: Iterable<M>,
  work: (message: M) => Promise<unknown>,
  onFailure?: (error: unknown, message: M) => void,
): Promise<KafkaOffset[]> {
  const done = new Map<string, KafkaOffset>();
  const stopped = new Set<string>();
  for (const message of messages) {
    const { version, source } = kafkaVersion(message);
    if (stopped.has(source)) continue;
    try {
      await work(message);
    } catch (error) {
      onFailure?.(error, message);
      stopped.add(source);
      continue;
    }
    done.set(source, { topic: message.topic, partition: message.partition, offset: String(version + 1n) });
  }
  return [...done.values()];
}
