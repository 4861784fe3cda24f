import { randomUUID } from 'node:crypto';
import type { Random } from '@holdfast/sim';
import type { StoredItems } from '../../database/stored-items.js';
import type { Delivery } from '../../delivery/deliver.js';
import { damages, type Verdict } from '../../situation/situation.js';
import { count, number } from '../../wording.js';

export interface PageView {
  /** A UUID that the browser drew for this view. */
  readonly id: string;
  readonly path: string;
}

export interface PageCounterSize {
  readonly views: number;
  readonly pages: number;
}

export function pageViews(random: Random, { views, pages }: PageCounterSize): readonly PageView[] {
  return Array.from({ length: views }, () => ({
    id: randomUUID(),
    path: `/products/${1 + random.integer(pages)}`,
  }));
}

/** Every view is counted once. */
export function judge(deliveries: readonly Delivery<PageView, void>[], stored: StoredItems): Verdict {
  const expected = new Map<string, number>();
  for (const { command } of deliveries) expected.set(command.path, (expected.get(command.path) ?? 0) + 1);
  let counted = 0;
  let lost = 0;
  let doubled = 0;
  for (const [path, views] of expected) {
    const shown = stored.number(`VIEWS#${path}`, 'COUNT', 'views');
    counted += shown;
    lost += Math.max(0, views - shown);
    doubled += Math.max(0, shown - views);
  }
  return {
    promised: count(deliveries.length, 'view'),
    stored: count(counted, 'view'),
    wrong: damages(
      { kind: 'lost', count: lost, text: `${number(lost)} lost` },
      { kind: 'doubled', count: doubled, text: `${number(doubled)} counted twice` },
    ),
  };
}
