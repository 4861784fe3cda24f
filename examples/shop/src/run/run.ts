import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createRandom, type FaultRates, storm } from '@holdfast/sim';
import type { Database } from '../database/connect.js';
import { meter } from '../database/meter.js';
import { readAll } from '../database/stored-items.js';
import type { SituationResult, WayResult } from '../report/result.js';
import { type Situation, type WayName, wayNames } from '../situation/situation.js';

/** Turns of the event loop that a request and its answer take at most, so that the clients overlap. */
const latency = 3;

/** Where and in which weather situations are run. */
export interface Conditions {
  readonly database: Database;
  readonly seed: number;
  readonly rates: FaultRates;
  /** The table of each way, which exists. */
  readonly tableNames: Readonly<Record<WayName, string>>;
}

export interface Observer {
  onProgress(situation: Situation, way: WayName, done: number, total: number): void;
  onResult(situation: Situation, result: WayResult): void;
}

/** Runs every situation in every way, one after the other, so that each has the machine to itself. */
export async function runAll(
  situations: readonly Situation[],
  conditions: Conditions,
  observer: Observer,
): Promise<readonly SituationResult[]> {
  const results: SituationResult[] = [];
  for (const [index, situation] of situations.entries()) {
    const ways: WayResult[] = [];
    for (const way of wayNames) {
      const result = await runOne(situation, way, conditions, {
        stream: index,
        onProgress: (done, total) => observer.onProgress(situation, way, done, total),
      });
      observer.onResult(situation, result);
      ways.push(result);
    }
    results.push({ name: situation.name, promise: situation.promise, ways });
  }
  return results;
}

export interface RunOptions {
  /** Tells the storms of one seed apart. */
  readonly stream?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Runs a situation in one way: through the storm, and then to the judge. */
export async function runOne(
  situation: Situation,
  way: WayName,
  { database: { config }, seed, rates, tableNames }: Conditions,
  { stream = 0, onProgress }: RunOptions = {},
): Promise<WayResult> {
  // the same for the three ways of a situation: the order of its commands, and what befalls the nth request
  const random = createRandom(seed, stream);
  const weather = storm(config.requestHandler, { seed: random.integer(2 ** 32), rates, latency });
  const client = new DynamoDBClient({ ...config, requestHandler: weather });
  const traffic = meter(client);
  const tableName = tableNames[way];
  const verdict = await situation.run(way, {
    shop: { client, tableName },
    random,
    calm: async () => {
      weather.calm();
      await weather.settled();
    },
    readAll: () => readAll(new DynamoDBClient(config), tableName),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return { way, verdict, traffic: traffic() };
}
