import { FormerStreams } from './streams/former-streams.js';
import { TableCatalog } from './tables/table-catalog.js';
import { TokenLedger } from './transactions/token-ledger.js';

/** All that an engine remembers between requests. */
export class EngineState {
  readonly tables: TableCatalog;
  readonly tokens: TokenLedger;
  readonly formerStreams: FormerStreams;

  private constructor(tables: TableCatalog, tokens: TokenLedger, formerStreams: FormerStreams) {
    this.tables = tables;
    this.tokens = tokens;
    this.formerStreams = formerStreams;
  }

  static empty(): EngineState {
    return new EngineState(TableCatalog.empty(), TokenLedger.empty(), FormerStreams.none());
  }

  /** An independent copy that costs in proportion to what changes in either of them later, and to the number of tables. */
  clone(): EngineState {
    return new EngineState(this.tables.clone(), this.tokens.clone(), this.formerStreams.clone());
  }
}
