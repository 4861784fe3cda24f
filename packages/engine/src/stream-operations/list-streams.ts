import { optional, structure, tableName } from '../validation/shape.js';
import { allStreams, checkStreamArn } from './find-stream.js';
import type { StreamOperationHandler } from './stream-operation-handler.js';
import { mostOnPage, pageLimit, streamArn } from './stream-shapes.js';

export const listStreams: StreamOperationHandler<'ListStreams'> = {
  shape: structure('ListStreamsInput', {
    TableName: optional(tableName),
    Limit: optional(pageLimit),
    ExclusiveStartStreamArn: optional(streamArn),
  }),

  handle({ state, runtime }, input) {
    const start = input.ExclusiveStartStreamArn ?? '';
    if (start !== '') checkStreamArn(start);
    const limit = input.Limit ?? mostOnPage;
    const rest = [...allStreams(state, runtime.now())]
      .filter(({ arn }) => arn > start)
      .filter(({ settings }) => input.TableName == null || settings.origin.tableName === input.TableName)
      .sort((left, right) => (left.arn < right.arn ? -1 : 1));
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    return {
      Streams: page.map(({ arn, label, settings }) => ({
        StreamArn: arn,
        TableName: settings.origin.tableName,
        StreamLabel: label,
      })),
      ...(rest.length > limit && last !== undefined ? { LastEvaluatedStreamArn: last.arn } : {}),
    };
  },
};
