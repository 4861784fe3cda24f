/** A key attribute of the table or of an index, as it is stored. */
export interface KeySlot {
  readonly name: string;
  readonly type: 'S' | 'N';
}
export interface KeySlots {
  readonly pk: KeySlot;
  /** What a sort key is called, if there is one. */
  readonly sk: KeySlot;
}
/** An index as the table has it. */
export interface IndexSlots extends KeySlots {
  readonly name: string;
}

/** What a table calls the attributes that are the library's own. */
export interface Layout extends KeySlots {
  /** Holds the entity's name. */
  readonly entity: string;
  /** Holds the id of the write that left the item as it is. */
  readonly writeId: string;
  /** The indexes that are called otherwise than entities call them. */
  readonly indexes: ReadonlyMap<string, IndexSlots>;
}

/** The name of a key attribute, of text unless it says otherwise. */
export type KeyAttributeName = string | { readonly name: string; readonly type: 'S' | 'N' };

/** How an index is called and keyed in the table. */
export interface IndexNames {
  /** The index's name in DynamoDB. */
  readonly name?: string;
  /** Its key attributes; `<name>pk` and `<name>sk` unless given. */
  readonly pk?: KeyAttributeName;
  readonly sk?: KeyAttributeName;
}

/** What an existing table calls things; all may be left out. */
export interface LayoutNames {
  /** The table's key attributes: `pk` and `sk`. A numeric one is `{ name: 'seq', type: 'N' }`. */
  readonly keys?: { readonly pk?: KeyAttributeName; readonly sk?: KeyAttributeName };
  /** The attributes that the library keeps in items: `_entity`, the entity's name, and `_write`, the last write's id. */
  readonly bookkeeping?: { readonly entity?: string; readonly writeId?: string };
  /**
   * Where the indexes that entities declare are in the table, by the entities' names for them. Two of these may be one
   * index of the table.
   */
  readonly indexes?: Readonly<Record<string, IndexNames>>;
}

export function layoutOf({ keys = {}, bookkeeping = {}, indexes = {} }: LayoutNames): Layout {
  return {
    pk: slot(keys.pk ?? 'pk'),
    sk: slot(keys.sk ?? 'sk'),
    entity: bookkeeping.entity ?? '_entity',
    writeId: bookkeeping.writeId ?? '_write',
    indexes: new Map(Object.entries(indexes).map(([name, names]) => [name, indexSlots(name, names)])),
  };
}

/** The index as the table has it. */
export function slotsOf(layout: Layout, index: string): IndexSlots {
  return layout.indexes.get(index) ?? indexSlots(index, {});
}

function indexSlots(index: string, { name = index, pk = `${name}pk`, sk = `${name}sk` }: IndexNames): IndexSlots {
  return { name, pk: slot(pk), sk: slot(sk) };
}

function slot(name: KeyAttributeName): KeySlot {
  return typeof name === 'string' ? { name, type: 'S' } : { name: name.name, type: name.type };
}
