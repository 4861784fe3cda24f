import { TableVersions } from './conditions/table-versions.js';
import { TokenBuckets } from './conditions/token-buckets.js';
import { IndexUpdates } from './late-indexes/index-updates.js';
import { FormerStreams } from './streams/former-streams.js';
import { TableCatalog } from './tables/table-catalog.js';
import { RunningTransactions } from './transactions/running-transactions.js';
import { TokenLedger } from './transactions/token-ledger.js';

interface Parts {
  readonly tables: TableCatalog;
  readonly tokens: TokenLedger;
  readonly formerStreams: FormerStreams;
  readonly transactions: RunningTransactions;
  readonly indexUpdates: IndexUpdates;
  readonly buckets: TokenBuckets;
  readonly versions: TableVersions;
}

/** All that an engine remembers between requests. */
export class EngineState implements Parts {
  readonly tables: TableCatalog;
  readonly tokens: TokenLedger;
  /** The streams of tables that are gone. */
  readonly formerStreams: FormerStreams;
  readonly transactions: RunningTransactions;
  /** What has not reached its index yet. */
  readonly indexUpdates: IndexUpdates;
  /** What is left of the throughput, while it is limited. */
  readonly buckets: TokenBuckets;
  /** What stale reads can see, while there are any. */
  readonly versions: TableVersions;

  private constructor(parts: Parts) {
    this.tables = parts.tables;
    this.tokens = parts.tokens;
    this.formerStreams = parts.formerStreams;
    this.transactions = parts.transactions;
    this.indexUpdates = parts.indexUpdates;
    this.buckets = parts.buckets;
    this.versions = parts.versions;
  }

  static empty(): EngineState {
    return new EngineState({
      tables: TableCatalog.empty(),
      tokens: TokenLedger.empty(),
      formerStreams: FormerStreams.none(),
      transactions: RunningTransactions.empty(),
      indexUpdates: IndexUpdates.empty(),
      buckets: TokenBuckets.empty(),
      versions: TableVersions.empty(),
    });
  }

  /**
   * An independent copy that costs in proportion to what changes in either of them later, to the number of tables and to the
   * transactions under way.
   */
  clone(): EngineState {
    return new EngineState({
      tables: this.tables.clone(),
      tokens: this.tokens.clone(),
      formerStreams: this.formerStreams.clone(),
      transactions: this.transactions.clone(),
      indexUpdates: this.indexUpdates.clone(),
      buckets: this.buckets.clone(),
      versions: this.versions.clone(),
    });
  }
}
