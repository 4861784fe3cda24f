/** Sets of steps of a schedule by their numbers, a bit for each. */
export function emptySet(steps: number): Int32Array {
  return new Int32Array((steps >> 5) + 1);
}

export function includes(set: Int32Array, step: number): boolean {
  return ((set[step >> 5] ?? 0) & (1 << (step & 31))) !== 0;
}

export function include(set: Int32Array, step: number): void {
  set[step >> 5] = (set[step >> 5] ?? 0) | (1 << (step & 31));
}

export function includeAll(set: Int32Array, other: Int32Array): void {
  for (let word = 0; word < other.length; word += 1) set[word] = (set[word] ?? 0) | (other[word] ?? 0);
}
