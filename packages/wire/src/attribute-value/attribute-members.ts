import type { AttributeValue } from './attribute-value.js';

type Members = Record<string, AttributeValue>;

/**
 * An empty map for attributes, which may have any name: it inherits nothing, since its prototype is empty and has none
 * itself. What comes straight from `Object.create(null)` is a hash table, several times slower to fill and to read.
 */
export const AttributeMembers: new () => Members = /* @__PURE__ */ withoutInheritance();

function withoutInheritance(): new () => Members {
  const members = function attributes() {} as unknown as new () => Members;
  members.prototype = Object.freeze(Object.create(null));
  return members;
}
