import type { Bench } from 'tinybench';

/** Prints the median of each task in microseconds, and as a multiple of the first one's. */
export function printMedians(bench: Bench): void {
  const medians = bench.tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} did not run: ${JSON.stringify(result)}`);
    return { name, median: result.latency.p50 * 1_000 };
  });
  const [first] = medians;
  for (const { name, median } of medians) {
    const ratio = first === undefined ? 1 : median / first.median;
    console.log(
      `${name.padEnd(40)} ${median.toFixed(1).padStart(8)} µs   ${ratio.toFixed(2).padStart(6)} × ${first?.name}`,
    );
  }
}
