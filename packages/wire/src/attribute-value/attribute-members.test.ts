import { expect, it } from 'vitest';
import { AttributeMembers } from './attribute-members.js';

it('has no name before it is given one, and takes every name', () => {
  const members = new AttributeMembers();
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'a']) {
    expect(name in members).toBe(false);
    members[name] = { S: name };
    expect(Object.hasOwn(members, name)).toBe(true);
    expect(members[name]).toEqual({ S: name });
  }
  expect(Object.keys(members)).toEqual(['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'a']);
  expect(Object.keys(new AttributeMembers())).toEqual([]);
});
