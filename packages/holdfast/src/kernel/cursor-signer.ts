/** Signs cursors, so that nobody can make one. Made by `signedCursors`. */
export interface CursorSigner {
  sign(text: string): Promise<string>;
  /** Whether this signer, or one that it replaces, signed the text. Takes the same time wherever the two differ. */
  verify(text: string, signature: string): Promise<boolean>;
}
