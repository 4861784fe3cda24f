import { eachEntity, type Rule } from './finding.js';

/** What a program is apt to read, change and put back. */
const accumulating = new Set(['number', 'bigint', 'decimal', 'list', 'map', 'record', 'union', 'json']);

/** Sees the attributes, not the program: an entity that is only created, added to or set is right as it is. */
export const readModifyWriteWithoutVersion: Rule = {
  name: 'read-modify-write-without-version',
  severity: 'notice',
  find: eachEntity((model) => {
    if (model.version !== undefined || model.owner !== undefined) return [];
    const found = model.members.list.filter(
      (member) => accumulating.has(member.facts.type) && !model.keyMembers.includes(member),
    );
    if (found.length === 0) return [];
    const names = found.map(({ name }) => name).join(', ');
    return [
      {
        message: `${model.name} has no version: where a program reads it, changes ${names} and puts it back, one of two such writes is lost; give it an a.version(), or change it by add() and conditions alone`,
      },
    ];
  }),
};

/** An index shows what was, so two writers can both find a value free. */
export const uniqueByIndex: Rule = {
  name: 'unique-by-index',
  severity: 'notice',
  find({ table }) {
    const models = table['~models'];
    const claimed = new Set(
      models.filter(({ owner }) => owner !== undefined).flatMap(({ pk, sk }) => [...pk.params, ...(sk?.params ?? [])]),
    );
    return models.flatMap((entity) =>
      entity.indexes.flatMap(({ name, kind, pk, sk }) => {
        const [param, ...others] = pk.params;
        if (kind === 'local' || sk !== undefined || param === undefined || others.length > 0 || claimed.has(param))
          return [];
        const message = `the index ${name} looks a ${entity.name} up by ${param}, and keeps no two from having the same one: it is eventually consistent and enforces nothing; where ${param} must be unique, claim it by an item of its own in the transaction that writes the ${entity.name}`;
        return [{ entity, of: name, message }];
      }),
    );
  },
};

export const globalTable: Rule = {
  name: 'global-table',
  severity: 'error',
  find({ table }) {
    const { regions } = table.backend.capabilities;
    if (regions === 'one') return [];
    const why =
      regions === 'several'
        ? 'conditions, versions and transactions hold within one Region only, and the last writer wins between them'
        : 'there are no transactions and no time to live';
    return [
      {
        message: `${table.name} is a global table: ${why}; no promise of this library holds across its Regions, so let one Region write`,
      },
    ];
  },
};
