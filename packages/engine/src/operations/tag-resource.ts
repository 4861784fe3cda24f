import { checkTableArn, taggedTable } from '../tags/tagged-table.js';
import { acceptTags, tagList, withTags } from '../tags/tags.js';
import { validationError } from '../validation/service-errors.js';
import { required, structure } from '../validation/shape.js';
import { resourceArn } from './list-tags-of-resource.js';
import type { OperationHandler } from './operation-handler.js';

export const tagResource: OperationHandler<'TagResource'> = {
  shape: structure('TagResourceInput', { ResourceArn: required(resourceArn), Tags: required(tagList) }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state, region }, input) {
    checkTableArn(input.ResourceArn, 'TagResource', region);
    if (input.Tags.length === 0) throw validationError('Atleast one Tag needs to be provided as Input.');
    const added = acceptTags(input.Tags);
    const table = taggedTable(state.tables, input.ResourceArn);
    table.tags = withTags(table.tags, added);
    return {};
  },
};
