import { setTimeout as pause } from 'node:timers/promises';

/** A command, and what the sender was told in the end. */
export interface Delivery<Command, Answer> {
  readonly command: Command;
  readonly answer: Answer;
  /** How often it was handed over: 1, and one more for each error that came back. */
  readonly times: number;
}

export interface Queue<Command, Answer> {
  readonly commands: readonly Command[];
  /** How many commands are handled at the same time. */
  readonly consumers: number;
  readonly handle: (command: Command) => Promise<Answer>;
  readonly onDelivered?: (delivered: number) => void;
}

const mostDeliveries = 20;

/**
 * Hands commands to concurrent consumers, as a queue does: in order, and once more after every error.
 *
 * @throws Error where one command has failed 20 times; no further command is handed over then
 */
export async function deliverAll<Command, Answer>(
  queue: Queue<Command, Answer>,
): Promise<readonly Delivery<Command, Answer>[]> {
  const deliveries: Delivery<Command, Answer>[] = [];
  const waiting = queue.commands.values();
  let failed = false;

  async function consume(): Promise<void> {
    for (const command of waiting) {
      if (failed) return;
      deliveries.push(await deliver(command, queue.handle));
      queue.onDelivered?.(deliveries.length);
    }
  }
  try {
    await Promise.all(Array.from({ length: queue.consumers }, consume));
  } catch (error) {
    failed = true;
    throw error;
  }
  return deliveries;
}

async function deliver<Command, Answer>(
  command: Command,
  handle: (command: Command) => Promise<Answer>,
): Promise<Delivery<Command, Answer>> {
  for (let times = 1; ; times++) {
    try {
      return { command, answer: await handle(command), times };
    } catch (error) {
      if (times === mostDeliveries) {
        throw new Error(`This command failed ${times} times: ${JSON.stringify(command)}`, { cause: error });
      }
      await pause(Math.random() * 50);
    }
  }
}
