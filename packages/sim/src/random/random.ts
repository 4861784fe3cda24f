/** A stream of numbers that its seed fixes: the same seed gives the same numbers, on every machine. */
export interface Random {
  /** At least 0 and below 1, in steps of 2^-32. */
  next(): number;
  /**
   * A whole number at least 0 and below `below`.
   *
   * @throws RangeError unless `below` is a whole number from 1 to 2^32
   */
  integer(below: number): number;
  /**
   * Puts the elements of `array` in a random order, in place, and returns it; every order is as likely as any other.
   */
  shuffle<Element>(array: Element[]): Element[];
  /**
   * One of the elements.
   *
   * @throws RangeError where there is none
   */
  pick<Element>(elements: readonly Element[]): Element;
}

const range = 2 ** 32;

/**
 * A generator of pseudo-random numbers for tests: a counter, stepped by the golden ratio's odd neighbour of 2^32 so
 * that it visits every 32-bit value once, and each step scrambled by the finalizer of MurmurHash3, in which every input
 * bit reaches every output bit. Fast and well spread; its period is 2^32, and it is not fit for secrets.
 *
 * @param seed any safe integer
 * @param stream tells apart generators of one seed, as the running number of what each is for
 * @throws RangeError where either is no safe integer
 */
export function createRandom(seed: number, stream = 0): Random {
  for (const [name, value] of Object.entries({ seed, stream })) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`A ${name} is a safe integer; got ${value}`);
  }
  let counter = [seed, Math.floor(seed / range), stream, Math.floor(stream / range)].reduce(
    (mixed, part) => scramble((mixed + 0x9e3779b9) ^ (part | 0)),
    0,
  );
  const next = () => {
    counter = (counter + 0x9e3779b9) | 0;
    return (scramble(counter) >>> 0) / range;
  };
  const integer = (below: number) => {
    if (!Number.isInteger(below) || below < 1 || below > range) {
      throw new RangeError(`A bound is a whole number from 1 to 2^32; got ${below}`);
    }
    return Math.floor(next() * below);
  };
  return {
    next,
    integer,
    shuffle: (array) => {
      for (let last = array.length - 1; last > 0; last--) {
        const other = integer(last + 1);
        const moved = array[last] as (typeof array)[number];
        array[last] = array[other] as (typeof array)[number];
        array[other] = moved;
      }
      return array;
    },
    pick: <Element>(elements: readonly Element[]) => {
      if (elements.length === 0) throw new RangeError('There is nothing to pick from');
      return elements[integer(elements.length)] as Element;
    },
  };
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
