/**
 * What has been read of the texts seen last, so that each is read once. A text that cannot be read is read, and refused,
 * anew each time.
 *
 * It keeps two generations and forgets the older one when the younger is full, so a text in use stays without being moved at
 * each use.
 */
export class SyntaxCache<Syntax> {
  private young = new Map<string, Syntax>();
  private old = new Map<string, Syntax>();

  /**
   * @param read what stands in a text, by the text alone; what it returns is shared, so nobody may change it
   * @param generationSize how many texts a generation holds
   */
  constructor(
    private readonly read: (text: string) => Syntax,
    private readonly generationSize = 500,
  ) {}

  /** How many texts are remembered. */
  get size(): number {
    return this.young.size + this.old.size;
  }

  /** @throws what `read` throws */
  syntaxOf(text: string): Syntax {
    const known = this.young.get(text);
    if (known !== undefined) return known;
    const syntax = this.old.get(text) ?? this.read(text);
    this.old.delete(text);
    if (this.young.size >= this.generationSize) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(text, syntax);
    return syntax;
  }
}
