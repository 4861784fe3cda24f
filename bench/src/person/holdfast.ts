import type { Backend } from '@holdfast/wire';
import { a, entity, table } from 'holdfast';

/** The person as Holdfast knows it. */
export const Person = entity('PERSON', {
  key: { pk: 'PERSON#{id}', sk: 'PROFILE' },
  attributes: {
    id: a.string(),
    name: a.string(),
    street: a.string(),
    city: a.string(),
    country: a.string(),
    phone: a.string(),
    plan: a.string(),
    visits: a.number(),
    score: a.number(),
    credit: a.number(),
    level: a.number(),
  },
});

export function benchTable(backend: Backend) {
  return table({ name: 'bench', backend, entities: [Person] });
}
