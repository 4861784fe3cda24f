export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Says what is going on: a line that renews itself on a terminal, one plain line for each finished step elsewhere. */
export class Progress {
  readonly #output: ProgressOutput;
  #shown = '';

  constructor(output: ProgressOutput) {
    this.#output = output;
  }

  /** Shows how far a step is. Does nothing unless the output is a terminal. */
  update(step: string, done: number, total: number): void {
    if (!this.#output.isTTY) return;
    const line = `${step}${bar(done / total)} ${Math.floor((100 * done) / total)} %`;
    if (line === this.#shown) return;
    this.#shown = line;
    this.#output.write(`\r\u001b[2K${line}`);
  }

  /** Ends a step with what came of it. */
  finish(step: string, outcome: string): void {
    this.#output.write(`${this.#output.isTTY ? '\r\u001b[2K' : ''}${step}${outcome}\n`);
    this.#shown = '';
  }
}

const barWidth = 30;

function bar(share: number): string {
  const full = Math.round(share * barWidth);
  return '█'.repeat(full) + '░'.repeat(barWidth - full);
}
