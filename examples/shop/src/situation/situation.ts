import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Random } from '@holdfast/sim';
import type { StoredItems } from '../database/stored-items.js';
import { type Delivery, deliverAll } from '../delivery/deliver.js';

export const wayNames = ['by hand', 'optimistic loop', 'Holdfast'] as const;
export type WayName = (typeof wayNames)[number];

/** What a way works with: the SDK's client, behind which the storm rages, and a table with the keys `pk` and `sk`. */
export interface Shop {
  readonly client: DynamoDBClient;
  readonly tableName: string;
}

/** One way to carry out the commands of a situation. Where it throws, the queue delivers the command again. */
export type Way<Command, Answer> = (shop: Shop) => (command: Command) => Promise<Answer>;

/** One kind of damage, how much of it there is, and the same in words. */
export interface Wrong {
  readonly kind: 'lost' | 'doubled' | 'stale' | 'half done' | 'false answer';
  readonly count: number;
  readonly text: string;
}
export interface Verdict {
  /** What should be stored, in the situation's own unit. */
  readonly promised: string;
  readonly stored: string;
  /** Empty where the promise held. */
  readonly wrong: readonly Wrong[];
}

/** What a situation needs of its surroundings. */
export interface Stage {
  readonly shop: Shop;
  /** Draws the commands and their order; the same for each way. */
  readonly random: Random;
  /** Ends the storm: from here on nothing is lost, and what was late has landed. */
  readonly calm: () => Promise<void>;
  readonly readAll: () => Promise<StoredItems>;
  readonly onProgress?: (delivered: number, total: number) => void;
}

export interface Situation {
  readonly name: string;
  /** The workload and the promise, in one sentence. */
  readonly promise: string;
  run(way: WayName, stage: Stage): Promise<Verdict>;
}

export interface SituationParts<Command, Answer> {
  readonly name: string;
  readonly promise: string;
  /** How many commands are handled at the same time. */
  readonly consumers: number;
  readonly commands: (random: Random) => readonly Command[];
  readonly ways: Readonly<Record<WayName, Way<Command, Answer>>>;
  /** Compares what was asked with what is stored and with what the senders were told. */
  readonly judge: (deliveries: readonly Delivery<Command, Answer>[], stored: StoredItems) => Verdict;
}

/** A situation from its parts: delivers every command in the storm, and judges in the calm after it. */
export function situation<Command, Answer>(parts: SituationParts<Command, Answer>): Situation {
  return {
    name: parts.name,
    promise: parts.promise,
    async run(way, stage) {
      const commands = parts.commands(stage.random);
      const deliveries = await deliverAll({
        commands,
        consumers: parts.consumers,
        handle: parts.ways[way](stage.shop),
        onDelivered: (delivered) => stage.onProgress?.(delivered, commands.length),
      });
      await stage.calm();
      return parts.judge(deliveries, await stage.readAll());
    },
  };
}

/** The damages that occurred. */
export function damages(...candidates: readonly Wrong[]): readonly Wrong[] {
  return candidates.filter(({ count }) => count > 0);
}
