import { ServiceError } from '@holdfast/wire';
import type { Table } from './table.js';

/** The tables of an engine by name. */
export class TableCatalog {
  readonly #tables: Map<string, Table>;

  private constructor(tables: Map<string, Table>) {
    this.#tables = tables;
  }

  static empty(): TableCatalog {
    return new TableCatalog(new Map());
  }

  /** In no order. */
  names(): readonly string[] {
    return [...this.#tables.keys()];
  }

  /** In no order. */
  all(): Iterable<Table> {
    return this.#tables.values();
  }

  find(name: string): Table | undefined {
    return this.#tables.get(name);
  }

  /** The table with the name, if it is still the one with the id. */
  withId(name: string, id: string): Table | undefined {
    const table = this.#tables.get(name);
    return table?.definition.id === id ? table : undefined;
  }

  /**
   * The table that an operation on items names.
   *
   * @throws ServiceError ResourceNotFoundException
   */
  forItems(name: string): Table {
    const table = this.#tables.get(name);
    if (table === undefined) throw resourceNotFound();
    return table;
  }

  /**
   * The table that an operation on tables names.
   *
   * @throws ServiceError ResourceNotFoundException
   */
  named(name: string): Table {
    const table = this.#tables.get(name);
    if (table === undefined) throw resourceNotFound(`: Table: ${name} not found`);
    return table;
  }

  /** @throws ServiceError ResourceInUseException where a table has the name */
  add(table: Table): void {
    const { name } = table.definition;
    if (this.#tables.has(name)) throw new ServiceError('ResourceInUseException', `Table already exists: ${name}`);
    this.#tables.set(name, table);
  }

  remove(name: string): void {
    this.#tables.delete(name);
  }

  /** An independent copy that costs in proportion to the number of tables, then to what changes in either of them. */
  clone(): TableCatalog {
    return new TableCatalog(new Map([...this.#tables].map(([name, table]) => [name, table.clone()])));
  }
}

export function resourceNotFound(detail = ''): ServiceError {
  return new ServiceError('ResourceNotFoundException', `Requested resource not found${detail}`);
}
