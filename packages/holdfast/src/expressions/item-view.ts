import { type Members, memberNamed } from '../attributes/members.js';
import type { StoredPath } from './stored-path.js';

/**
 * The object that a callback gets: one property an attribute, made when it is asked for. An unknown property throws,
 * so that a misspelt attribute is found without the compiler too.
 */
export function itemView(entity: string, members: Members, make: (path: StoredPath) => unknown): object {
  return new Proxy(Object.create(null) as object, {
    get(_target, name) {
      if (typeof name === 'symbol') return undefined;
      const member = memberNamed({ members, name: entity }, name);
      return make({
        tree: { kind: 'path', elements: [member.storedAs] },
        facts: member.facts,
        name: `${entity}.${name}`,
      });
    },
  });
}
