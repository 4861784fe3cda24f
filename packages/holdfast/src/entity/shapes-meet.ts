import type { Piece } from './key-template.js';

/** Characters that stand for all: whether two open pieces can hold a character in common is tried with these. */
const samples = [...'aZ0é#_|/:-. '];

/** Whether some text fits both shapes, as a key that two templates can both make does. */
export function shapesMeet(one: readonly Piece[], other: readonly Piece[]): boolean {
  const seen = new Set<string>();
  const open: (readonly [number, number])[] = [[0, 0]];
  for (const [at, otherAt] of open) {
    if (at === one.length && otherAt === other.length) return true;
    const id = `${at} ${otherAt}`;
    const piece = one[at];
    const otherPiece = other[otherAt];
    if (seen.has(id) || piece === undefined || otherPiece === undefined || !share(piece, otherPiece)) continue;
    seen.add(id);
    // one more character: each side goes on to its next piece, or stays where its piece repeats
    for (const next of steps(piece, at))
      for (const otherNext of steps(otherPiece, otherAt)) open.push([next, otherNext]);
  }
  return false;
}

function steps(piece: Piece, at: number): readonly number[] {
  return typeof piece === 'object' && piece.repeats ? [at + 1, at] : [at + 1];
}

function share(one: Piece, other: Piece): boolean {
  if (typeof one === 'string') return typeof other === 'string' ? one === other : other.fits(one);
  return typeof other === 'string' ? one.fits(other) : samples.some((sample) => one.fits(sample) && other.fits(sample));
}
