import type { IndexProjection, KeySchema } from '@holdfast/wire';
import type { KeyLayout } from './key-attribute.js';
import type { Throughput } from './throughput.js';

/** A secondary index as it was asked for. */
export interface IndexDefinition extends KeyLayout {
  readonly name: string;
  readonly kind: 'local' | 'global';
  readonly keySchema: KeySchema;
  readonly projection: IndexProjection;
  /** The attributes that the index holds, where it does not hold all. */
  readonly projectedNames: ReadonlySet<string> | undefined;
  /** Of a global index; a local one shares its table's. */
  readonly provisionedThroughput: Throughput;
}
