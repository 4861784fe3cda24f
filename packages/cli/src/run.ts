import { type Command, parseCommandLine } from './command-line.js';
import type { ExitCode } from './exit-code.js';
import { exploreFile } from './explore-file.js';
import { exploreHelp, generalHelp, serveHelp } from './help.js';
import { serve } from './serve.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';

/** What the command needs of its process. */
export interface Surroundings {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Loads a module by the URL of its file. */
  load(url: string): Promise<object>;
  /** Aborted when the command should stop. */
  readonly signal: AbortSignal;
}

/**
 * Runs the command `holdfast` with these arguments, without the name of the command itself. Plain text only, whether it
 * is read on a terminal or through a pipe.
 *
 * @returns 0 where it did what was asked, 1 where it could not, 2 where it was asked wrongly; never rejects
 */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  try {
    await carryOut(parseCommandLine(args), surroundings);
    return 0;
  } catch (error) {
    surroundings.stderr.write(`holdfast: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

const helpOf = { serve: serveHelp, explore: exploreHelp } as const;

async function carryOut(command: Command, surroundings: Surroundings): Promise<void> {
  const { stdout, signal } = surroundings;
  switch (command.kind) {
    case 'help':
      stdout.write(command.of === undefined ? generalHelp : helpOf[command.of]);
      return;
    case 'version':
      stdout.write(`${version}\n`);
      return;
    case 'serve':
      await serve(command, stdout, signal);
      return;
    case 'explore':
      await exploreFile(command, surroundings);
  }
}
