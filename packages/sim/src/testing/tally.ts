import type { Backend } from '@holdfast/wire';
import type { ClientEnd, Exploration } from '../explore/exploration.js';
import { explore } from '../explore/explore.js';

export const TableName = 'tallies';
export const Key = { pk: { S: 'a' } };

/** A table with a stream, an index and time to live. */
export async function createTallies({ backend }: { readonly backend: Backend }): Promise<void> {
  await backend.execute('CreateTable', {
    TableName,
    AttributeDefinitions: ['pk', 'kind'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byKind',
        KeySchema: [{ AttributeName: 'kind', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  });
  await backend.execute('UpdateTimeToLive', {
    TableName,
    TimeToLiveSpecification: { Enabled: true, AttributeName: 'expiresAt' },
  });
}

export async function add(backend: Backend, pk = 'a'): Promise<string> {
  const { output } = await backend.execute('UpdateItem', {
    TableName,
    Key: { pk: { S: pk } },
    UpdateExpression: 'ADD tally :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
    ReturnValues: 'ALL_NEW',
  });
  return numberOf(output.Attributes);
}

export async function tallyOf(backend: Backend, pk = 'a', consistent = true): Promise<string> {
  const { output } = await backend.execute('GetItem', {
    TableName,
    Key: { pk: { S: pk } },
    ...(consistent && { ConsistentRead: true }),
  });
  return numberOf(output.Item);
}

function numberOf(item: { readonly tally?: unknown } | undefined): string {
  return (item?.tally as { readonly N?: string } | undefined)?.N ?? 'none';
}

/** How a client ended, in a word or two. */
export function endOf({ status, value, error }: ClientEnd): string {
  if (status === 'crashed') return 'crashed';
  return error === undefined ? String(value) : `${(error as Error).name}`;
}

/** Every way in which an exploration can end: how each client did, and the tally of `a`. */
export async function endsOf<Names extends string>(
  exploration: Omit<Exploration<Backend, Names>, 'final' | 'setup'>,
): Promise<readonly string[]> {
  const ends = new Set<string>();
  const report = await explore({
    search: { by: 'exhaustive', schedules: 50_000 },
    ...exploration,
    setup: createTallies,
    final: async ({ backend, clients, effects }) => {
      const all = Object.values<ClientEnd>(clients).map(endOf);
      const done = effects.length > 0 ? [`${effects.length} effects`] : [];
      ends.add([...all, ...done, `stored ${await tallyOf(backend)}`].join(', '));
    },
  });
  if (!report.exhaustive && exploration.search === undefined) throw new Error('the space is too large for a test');
  return [...ends].sort();
}
