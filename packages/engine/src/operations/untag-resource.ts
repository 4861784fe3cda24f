import { checkTableArn, taggedTable } from '../tags/tagged-table.js';
import { acceptKey, checkTagCount } from '../tags/tags.js';
import { validationError } from '../validation/service-errors.js';
import { list, required, string, structure } from '../validation/shape.js';
import { resourceArn } from './list-tags-of-resource.js';
import type { OperationHandler } from './operation-handler.js';

export const untagResource: OperationHandler<'UntagResource'> = {
  shape: structure('UntagResourceInput', { ResourceArn: required(resourceArn), TagKeys: required(list(string)) }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state, region }, input) {
    checkTableArn(input.ResourceArn, 'UntagResource', region);
    if (input.TagKeys.length === 0) throw validationError('Atleast one Tag Key needs to be provided as Input.');
    const removed = new Set(input.TagKeys.map(acceptKey));
    checkTagCount(input.TagKeys.length);
    const table = taggedTable(state.tables, input.ResourceArn);
    table.tags = table.tags.filter((tag) => !removed.has(tag.Key));
    return {};
  },
};
