import type { StreamSpecification } from '@holdfast/wire';
import type { Table } from '../tables/table.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';
import { boolean, oneOf, optional, required, structure } from '../validation/shape.js';
import type { OperationContext } from './operation-handler.js';

/** The shape of a request's `StreamSpecification`. */
export const streamSpecification = structure('StreamSpecification', {
  StreamEnabled: required(boolean),
  StreamViewType: optional(oneOf('NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY')),
});

/**
 * The part of CreateTable that looks at nothing but the request. The service's messages call StreamViewType by another name.
 *
 * @throws ServiceError ValidationException
 */
export function checkNewStream(specification: StreamSpecification | undefined): void {
  if (specification == null) return;
  const { StreamEnabled, StreamViewType } = specification;
  if (StreamEnabled && StreamViewType == null) {
    throw invalidParameterValues('Table is being created with a stream enabled, UpdateViewType is required');
  }
  if (!StreamEnabled && StreamViewType != null) {
    throw invalidParameterValues(
      'Table is being created with a stream disabled, UpdateViewType should not be specified',
    );
  }
}

/**
 * The part of UpdateTable that looks at nothing but the request and the table.
 *
 * @throws ServiceError ValidationException for a stream that is there already, or is not; the view type of a stream does not
 *   change
 */
export function checkStreamChange(table: Table, specification: StreamSpecification | undefined): void {
  if (specification == null) return;
  const { StreamEnabled, StreamViewType } = specification;
  const { name } = table.definition;
  if (StreamEnabled) {
    if (StreamViewType == null) {
      throw invalidParameterValues('If stream is being enabled then UpdateViewType is required');
    }
    if (table.streams.enabled !== undefined) {
      throw validationError(`Table already has an enabled stream: TableName: ${name}`);
    }
  } else {
    if (StreamViewType != null) {
      throw invalidParameterValues('If stream is being disabled, then UpdateViewType must not be specified');
    }
    if (table.streams.enabled === undefined) {
      throw validationError(`Table has no stream to disable: TableName: ${name}`);
    }
  }
}

/** Enables a table's stream where the request, which has been checked, asks for one. */
export function startStream(
  { state, runtime }: OperationContext,
  table: Table,
  specification: StreamSpecification | undefined,
): void {
  const viewType = specification?.StreamEnabled ? specification.StreamViewType : undefined;
  if (viewType == null) return;
  table.streams.enable(viewType, runtime.now(), state.formerStreams.lastLabelTime(table.definition.name));
}

/** Enables or disables a table's stream as the request, which has been checked, asks for. */
export function changeStream(
  context: OperationContext,
  table: Table,
  specification: StreamSpecification | undefined,
): void {
  if (specification == null) return;
  if (specification.StreamEnabled) startStream(context, table, specification);
  else table.streams.disable(context.runtime.now());
}
