import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { FaultRates } from '@holdfast/sim';
import { embeddedDatabase } from '../database/connect.js';
import { createTables } from '../database/tables.js';
import type { WayResult } from '../report/result.js';
import { runAll } from '../run.js';
import type { Situation, WayName } from './situation.js';

/** Nothing goes wrong but what the clients do to each other. */
export const calmWeather: FaultRates = {};

/** Runs one situation on an engine of its own, for its tests. */
export async function rehearse(
  situation: Situation,
  { seed = 1, rates = calmWeather }: { readonly seed?: number; readonly rates?: FaultRates } = {},
): Promise<Readonly<Record<WayName, WayResult>>> {
  const database = embeddedDatabase();
  const tableNames = { 'by hand': 'by-hand', 'optimistic loop': 'optimistic-loop', Holdfast: 'holdfast' };
  await createTables(new DynamoDBClient(database.config), Object.values(tableNames));
  const [result] = await runAll({ database, situations: [situation], seed, rates, tableNames });
  const of = (way: WayName): WayResult => {
    const found = result?.ways.find((candidate) => candidate.way === way);
    if (found === undefined) throw new Error(`${situation.name} was not run ${way}`);
    return found;
  };
  return { 'by hand': of('by hand'), 'optimistic loop': of('optimistic loop'), Holdfast: of('Holdfast') };
}
