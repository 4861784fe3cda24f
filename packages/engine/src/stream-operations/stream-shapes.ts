import { integer, type StringShape } from '../validation/shape.js';

export const streamArn: StringShape = { type: 'string', minLength: 37, maxLength: 1024 };
export const shardId: StringShape = { type: 'string', minLength: 28, maxLength: 65 };
/** Of a page of streams or shards. */
export const pageLimit = integer({ minimum: 1, maximum: 100 });
export const mostOnPage = 100;
