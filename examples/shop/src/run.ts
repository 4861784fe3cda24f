import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createRandom, type FaultRates, storm } from '@holdfast/sim';
import type { Database } from './database/connect.js';
import { meter } from './database/meter.js';
import { readAll } from './database/stored-items.js';
import type { SituationResult, WayResult } from './report/result.js';
import { type Situation, type WayName, wayNames } from './situations/situation.js';

/** Turns of the event loop that a request and its answer take at most, so that the clients overlap. */
const latency = 3;

export interface Run {
  readonly database: Database;
  readonly situations: readonly Situation[];
  readonly seed: number;
  readonly rates: FaultRates;
  /** The table of each way; created before the run. */
  readonly tableNames: Readonly<Record<WayName, string>>;
  readonly onProgress?: (situation: Situation, way: WayName, done: number, total: number) => void;
  readonly onResult?: (situation: Situation, result: WayResult) => void;
}

/** Runs every situation in every way, one after the other, so that each has the machine to itself. */
export async function runAll(run: Run): Promise<readonly SituationResult[]> {
  const results: SituationResult[] = [];
  for (const [index, situation] of run.situations.entries()) {
    const ways: WayResult[] = [];
    for (const way of wayNames) {
      const result = await runOne(run, situation, way, index);
      run.onResult?.(situation, result);
      ways.push(result);
    }
    results.push({ name: situation.name, promise: situation.promise, ways });
  }
  return results;
}

async function runOne(run: Run, situation: Situation, way: WayName, index: number): Promise<WayResult> {
  const { config } = run.database;
  const tableName = run.tableNames[way];
  // the same for the three ways of a situation: the order of its commands, and what befalls the nth request
  const random = createRandom(run.seed, index);
  const weather = storm(config.requestHandler, { seed: random.integer(2 ** 32), rates: run.rates, latency });
  const client = new DynamoDBClient({ ...config, requestHandler: weather });
  const traffic = meter(client);
  const verdict = await situation.run(way, {
    shop: { client, tableName },
    random,
    calm: async () => {
      weather.calm();
      await weather.settled();
    },
    readAll: () => readAll(new DynamoDBClient(config), tableName),
    onProgress: (done, total) => run.onProgress?.(situation, way, done, total),
  });
  return { way, verdict, traffic: traffic() };
}
