import { TableVersions } from './conditions/table-versions.js';
import { TokenBuckets } from './conditions/token-buckets.js';
import { TableCatalog } from './tables/table-catalog.js';
import { RunningTransactions } from './transactions/running-transactions.js';
import { TokenLedger } from './transactions/token-ledger.js';

interface Parts {
  readonly tables: TableCatalog;
  readonly tokens: TokenLedger;
  readonly transactions: RunningTransactions;
  readonly buckets: TokenBuckets;
  readonly versions: TableVersions;
}

/** All that an engine remembers between requests. */
export class EngineState implements Parts {
  readonly tables: TableCatalog;
  readonly tokens: TokenLedger;
  readonly transactions: RunningTransactions;
  /** What is left of the throughput, while it is limited. */
  readonly buckets: TokenBuckets;
  /** What stale reads can see, while there are any. */
  readonly versions: TableVersions;

  private constructor({ tables, tokens, transactions, buckets, versions }: Parts) {
    this.tables = tables;
    this.tokens = tokens;
    this.transactions = transactions;
    this.buckets = buckets;
    this.versions = versions;
  }

  static empty(): EngineState {
    return new EngineState({
      tables: TableCatalog.empty(),
      tokens: TokenLedger.empty(),
      transactions: RunningTransactions.empty(),
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
      transactions: this.transactions.clone(),
      buckets: this.buckets.clone(),
      versions: this.versions.clone(),
    });
  }
}
