import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { FaultRates } from '@holdfast/sim';
import { embeddedDatabase } from '../database/connect.js';
import { createTables } from '../database/tables.js';
import type { WayResult } from '../report/result.js';
import type { Situation, WayName } from '../situation/situation.js';
import { runOne } from './run.js';

export interface Weather {
  readonly seed?: number;
  /** Calm unless given: nothing goes wrong but what the clients do to each other. */
  readonly rates?: FaultRates;
}

/** Runs one situation in one way on an engine of its own, for its tests. */
export async function rehearse(
  situation: Situation,
  way: WayName,
  { seed = 1, rates = {} }: Weather = {},
): Promise<WayResult> {
  const database = embeddedDatabase();
  await createTables(new DynamoDBClient(database.config), ['rehearsal']);
  const tableNames = { 'by hand': 'rehearsal', 'optimistic loop': 'rehearsal', Holdfast: 'rehearsal' };
  return runOne(situation, way, { database, seed, rates, tableNames });
}
