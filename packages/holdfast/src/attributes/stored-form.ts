import type { AttributeFacts, Shape } from './attribute-facts.js';

/** Types whose values are stored alike, by the one that stands for all. */
const alike: Readonly<Record<string, string>> = {
  literal: 'string',
  uuid: 'string',
  day: 'string',
  bigint: 'number',
  decimal: 'number',
  version: 'number',
  size: 'number',
  timeToLive: 'epochSeconds',
};

/** Whether values of the other can stand where values of this one do: stored alike, and under the same names. */
export function takesForm(own: Shape, other: Shape): boolean {
  return own === other || storedForm(own) === storedForm(other) || (own.type === 'json' && isJson(other.type));
}
function isJson(type: string): boolean {
  return ['string', 'number', 'boolean'].includes(alike[type] ?? type);
}

function storedForm({ type, element, members, variants }: Shape): string {
  return JSON.stringify([alike[type] ?? type, element && storedForm(element), formsIn(members), formsIn(variants)]);
}

function formsIn(shapes: Readonly<Record<string, Shape & Pick<AttributeFacts, 'storedAs'>>> = {}): readonly string[] {
  return Object.entries(shapes)
    .map(([name, shape]) => JSON.stringify([name, shape.storedAs ?? name, storedForm(shape)]))
    .sort();
}
