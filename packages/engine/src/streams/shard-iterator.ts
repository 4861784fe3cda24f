/** How long an iterator is good for, in milliseconds: 15 minutes. */
export const iteratorLifetime = 15 * 60 * 1000;

/** Where a reader of a stream has got to. */
export interface ShardPosition {
  readonly streamArn: string;
  readonly shardId: string;
  /** The first position to be read. */
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
}

/** A position as the opaque text that readers hand back. */
export function writeIterator({ streamArn, shardId, position, issuedAt }: ShardPosition): string {
  const place = Buffer.from(`${shardId}/${position}/${issuedAt}`, 'latin1').toString('base64');
  return `${streamArn}|1|${place}`;
}

/** The position behind a text, or `undefined` where the text is none of an engine's. */
export function readIterator(text: string): ShardPosition | undefined {
  const [, streamArn, encoded] = /^([^|]+)\|1\|([A-Za-z0-9+/]+=*)$/.exec(text) ?? [];
  if (streamArn === undefined || encoded === undefined) return undefined;
  const place = Buffer.from(encoded, 'base64').toString('latin1');
  const [, shardId, position, issuedAt] = /^([^/]+)\/(\d{1,15})\/(\d{1,15}(?:\.\d+)?)$/.exec(place) ?? [];
  if (shardId === undefined) return undefined;
  return { streamArn, shardId, position: Number(position), issuedAt: Number(issuedAt) };
}
