/**
 * The candidate that takes the fewest edits to get to from `word`, if those are few enough for it to be what was meant.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(2, Math.floor(word.length / 2)) + 1;
  for (const candidate of candidates) {
    const edits = distance(word, candidate);
    if (edits < fewest) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

/** How many letters must be added, removed or changed to get from one word to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = (previous[column - 1] as number) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (previous[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    previous = current;
  }
  return previous[to.length] as number;
}
