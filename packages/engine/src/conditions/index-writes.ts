import type { ServiceError, WriteKind } from '@holdfast/wire';
import { type ItemWrite, indexWrites } from '../capacity/write-cost.js';
import { type RequestThrottle, settle, type ThrottlingContext, type Usage } from './throttling.js';

/**
 * The error with which a write must be refused because of an index, if it must: indexes hold up the writes of their table.
 *
 * @param throttle of the request that the write is part of
 */
export function indexRefusalOf(
  context: ThrottlingContext,
  write: ItemWrite,
  kind: WriteKind,
  throttle: RequestThrottle,
): ServiceError | undefined {
  for (const usage of usagesOf(context, write, kind)) {
    const refusal = throttle.refusalOf(write.table, usage);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Takes what {@link indexRefusalOf} has found free. */
export function settleIndexWrites(context: ThrottlingContext, write: ItemWrite, kind: WriteKind): void {
  for (const usage of usagesOf(context, write, kind)) settle(context, write.table, usage);
}

/** A local index takes its table's capacity. */
function usagesOf({ conditions }: ThrottlingContext, write: ItemWrite, kind: WriteKind): readonly Usage[] {
  if (!conditions.throttling) return [];
  const { table, key, before, after } = write;
  return table.definition.indexes.flatMap((index) =>
    indexWrites(index, key, before, after, kind).map(
      (entry): Usage =>
        index.kind === 'global' ? { kind: 'write', index, ...entry } : { kind: 'write', key, units: entry.units },
    ),
  );
}
