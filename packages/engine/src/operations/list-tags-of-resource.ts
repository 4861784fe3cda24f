import { checkTableArn, taggedTable } from '../tags/tagged-table.js';
import { validationError } from '../validation/service-errors.js';
import { optional, required, type StringShape, string, structure } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

export const resourceArn: StringShape = { type: 'string', minLength: 1, maxLength: 1283 };

export const listTagsOfResource: OperationHandler<'ListTagsOfResource'> = {
  shape: structure('ListTagsOfResourceInput', { ResourceArn: required(resourceArn), NextToken: optional(string) }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state, region }, input) {
    checkTableArn(input.ResourceArn, 'ListTagsOfResource', region);
    // All tags fit one page, so no token was ever given out.
    if (input.NextToken != null) throw validationError('Invalid NextToken');
    const { tags } = taggedTable(state.tables, input.ResourceArn);
    return { Tags: tags.map((tag) => ({ ...tag })) };
  },
};
