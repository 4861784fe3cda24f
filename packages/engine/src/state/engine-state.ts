import { ServiceError } from '@holdfast/wire';
import { TokenLedger } from '../transactions/token-ledger.js';
import type { Table } from './table.js';

/** All that an engine remembers between requests. */
export class EngineState {
  readonly tables: Map<string, Table>;
  readonly tokens: TokenLedger;

  private constructor(tables: Map<string, Table>, tokens: TokenLedger) {
    this.tables = tables;
    this.tokens = tokens;
  }

  static empty(): EngineState {
    return new EngineState(new Map(), TokenLedger.empty());
  }

  /**
   * The table an item operation names.
   *
   * @throws ServiceError ResourceNotFoundException
   */
  table(name: string): Table {
    const table = this.tables.get(name);
    if (table === undefined) throw new ServiceError('ResourceNotFoundException', 'Requested resource not found');
    return table;
  }

  /**
   * The table an operation on tables names.
   *
   * @throws ServiceError ResourceNotFoundException
   */
  namedTable(name: string): Table {
    const table = this.tables.get(name);
    if (table === undefined) {
      throw new ServiceError('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`);
    }
    return table;
  }

  /** An independent copy that costs in proportion to what changes in either of them later, and to the number of tables. */
  clone(): EngineState {
    const tables = new Map<string, Table>();
    for (const [name, table] of this.tables) tables.set(name, table.clone());
    return new EngineState(tables, this.tokens.clone());
  }
}
