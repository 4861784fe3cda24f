import { parseArgs } from 'node:util';

export interface RunArguments {
  /** A whole number from 0 to 4,294,967,295: chooses the storm and the order of the commands. */
  readonly seed: number;
  /** Where to find DynamoDB; undefined for the engine inside this process. */
  readonly endpoint: string | undefined;
}
export type Arguments = { readonly help: true } | ({ readonly help: false } & RunArguments);

/** The command line cannot be understood; the message says why and what would be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `Usage: npm start -- [--seed N] [--endpoint URL]

Runs five situations in which writes go wrong, each in three ways: written by hand, with a plain optimistic loop
and with Holdfast, while answers are lost and requests are doubled, delayed and refused.

  --seed N        another storm: a whole number from 0 to 4294967295 (default 1)
  --endpoint URL  run against this DynamoDB endpoint instead of the embedded engine; region and credentials come
                  from the environment, a loopback address needs none. Three tables are created and deleted again.
  --help          this text

Exit status: 0 every promise of Holdfast held, 1 one was broken or the run failed, 2 wrong usage.`;

const largestSeed = 0xffff_ffff;

/**
 * Reads the command line.
 *
 * @throws UsageError where an option is unknown or its value makes no sense
 */
export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parsed(argv);
  if (values.help) return { help: true };
  return { help: false, seed: seedOf(values.seed), endpoint: endpointOf(values.endpoint) };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: { help: { type: 'boolean', short: 'h' }, seed: { type: 'string' }, endpoint: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function seedOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed > largestSeed) {
    throw new UsageError(`--seed takes a whole number from 0 to ${largestSeed}, not '${text}'`);
  }
  return seed;
}

function endpointOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`--endpoint takes a URL such as http://localhost:8000, not '${text}'`);
  }
  return text;
}
