import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type RunArguments, readArguments, UsageError, usage } from './arguments.js';
import { databaseAt, embeddedDatabase } from './database/connect.js';
import { createTables, deleteTables } from './database/tables.js';
import { Progress, type ProgressOutput } from './report/progress.js';
import { held } from './report/result.js';
import { resultTable, summary } from './report/table.js';
import { runAll } from './run/run.js';
import { type Situation, type WayName, wayNames } from './situation/situation.js';
import { rates } from './weather.js';

export interface Surroundings {
  readonly stdout: ProgressOutput;
  readonly stderr: { write(text: string): unknown };
  readonly environment: NodeJS.ProcessEnv;
  readonly situations: () => Promise<readonly Situation[]>;
  /** Told how to delete the tables of the run, should it be broken off. */
  readonly onTables?: (deleteAll: () => Promise<void>) => void;
}

/** The whole program. Returns its exit status. */
export async function program(argv: readonly string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { stdout, stderr } = surroundings;
  try {
    const options = readArguments(argv);
    if (options.help) {
      stdout.write(`${usage}\n`);
      return 0;
    }
    return (await report(options, surroundings)) ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(`${error.message}\n\n${usage}\n`);
      return 2;
    }
    stderr.write(`The run failed: ${describe(error)}\n`);
    return 1;
  }
}

/** Runs and reports; true if Holdfast kept every promise. */
async function report({ seed, endpoint }: RunArguments, surroundings: Surroundings): Promise<boolean> {
  const { stdout, stderr, environment, onTables } = surroundings;
  const situations = await surroundings.situations();
  const database = endpoint === undefined ? embeddedDatabase() : databaseAt(endpoint, environment);
  const tableNames = tableNamesOf(randomUUID().slice(0, 8));
  const admin = new DynamoDBClient(database.config);
  const deleteAll = () => deleteTables(admin, Object.values(tableNames));
  onTables?.(deleteAll);

  stdout.write(
    `${situations.length} situations, ${wayNames.length} ways, storm ${seed}, on ${database.description}\n\n`,
  );
  const started = performance.now();
  const progress = new Progress(stdout);
  const label = (situation: Situation, way: WayName) => `  ${situation.name.padEnd(15)}${way.padEnd(17)}`;
  try {
    await createTables(admin, Object.values(tableNames));
    const conditions = { database, seed, rates, tableNames };
    const results = await runAll(situations, conditions, {
      onProgress: (situation, way, done, total) => progress.update(label(situation, way), done, total),
      onResult: (situation, { way, verdict }) =>
        progress.finish(label(situation, way), verdict.wrong.map(({ text }) => text).join(', ') || 'nothing wrong'),
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    stdout.write(
      [
        '',
        resultTable(results),
        'retries: requests that the SDK sent again; refused: writes answered with an error, such as a conflict',
        '',
        summary(results),
        `${seconds} s. Another storm: npm start -- --seed ${(seed + 1) % 2 ** 32}`,
        '',
      ].join('\n'),
    );
    return results.every(({ ways }) => ways.every((result) => result.way !== 'Holdfast' || held(result)));
  } finally {
    await deleteAll().catch((error) => {
      stderr.write(`Not deleted: ${Object.values(tableNames).join(', ')} (${describe(error)})\n`);
    });
    admin.destroy();
  }
}

function tableNamesOf(run: string): Readonly<Record<WayName, string>> {
  const name = (suffix: string) => `holdfast-shop-${run}-${suffix}`;
  return { 'by hand': name('by-hand'), 'optimistic loop': name('optimistic-loop'), Holdfast: name('holdfast') };
}

/** An error with everything that caused it, the outermost first. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\n  because of ${describe(error.cause)}`;
  return `${error.name}: ${error.message}${cause}`;
}
