import { requirementsOf } from './conditions-of.js';
import { checkedBytes } from './limits.js';
import type { PreparedWrite } from './prepare.js';
import { updateOf } from './update-of.js';
import { emptyUpdate, type Write } from './write.js';

/**
 * A write that holds as long as the item has the version that `barred` expects, and raises it, so that `barred` holds no
 * more. It changes nothing else, and may be sent twice: the second one finds the version raised.
 */
export function prepareBarrier(barred: Write, id: string): PreparedWrite {
  const write: Write = {
    ...barred,
    verb: 'update',
    update: emptyUpdate,
    conditions: [],
    existence: 'exists',
    returnStored: false,
    returning: { kind: 'nothing' },
  };
  const writeId = write.model.writeId ? id : undefined;
  const written = { write, item: undefined, update: updateOf(write, writeId) };
  return {
    ...written,
    writeId,
    requirements: requirementsOf(write),
    bytes: checkedBytes(written),
    repeatable: true,
  };
}
