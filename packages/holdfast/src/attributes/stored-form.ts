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

/** How values are stored: the same text wherever they are stored alike, under the same names. */
export function storedForm({ type, element, members, variants }: Shape): string {
  return JSON.stringify([alike[type] ?? type, element && storedForm(element), formsIn(members), formsIn(variants)]);
}

function formsIn(shapes: Readonly<Record<string, Shape & Pick<AttributeFacts, 'storedAs'>>> = {}): readonly string[] {
  return Object.entries(shapes)
    .map(([name, shape]) => JSON.stringify([name, shape.storedAs ?? name, storedForm(shape)]))
    .sort();
}
