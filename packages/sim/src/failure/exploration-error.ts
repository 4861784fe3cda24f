import type { Ladder } from '../ladder/ladder.js';
import { ladderHtml, ladderSvg } from '../ladder/ladder-html.js';
import { ladderText } from '../ladder/ladder-text.js';
import type { ExplorationReport } from '../report/exploration-report.js';
import type { Failure } from '../run/failure.js';

/** A schedule in which something is wrong; its message shows it as a ladder. */
export class ExplorationError extends Error {
  override readonly name = 'ExplorationError';
  readonly kind: Failure['kind'];
  /** The schedule in one line: `explore({ ..., replay })` runs it alone. */
  readonly replay: string;
  /** What was tried until it was found. */
  readonly report: ExplorationReport;
  readonly #ladder: Ladder;

  constructor(ladder: Ladder, failure: Failure, report: ExplorationReport) {
    super(messageOf(ladder, report), { cause: failure.error });
    this.kind = failure.kind;
    this.replay = ladder.replay;
    this.report = report;
    this.#ladder = ladder;
  }

  /** The schedule for a terminal. */
  ladder(): string {
    return ladderText(this.#ladder);
  }

  /** The schedule as an HTML file that needs nothing else. */
  html(): string {
    return ladderHtml(this.#ladder);
  }

  /** The drawing alone, as an SVG file. */
  svg(): string {
    return ladderSvg(this.#ladder);
  }
}

function messageOf(ladder: Ladder, { schedules }: ExplorationReport): string {
  return [
    `${ladder.title}: ${ladder.verdict}`,
    '',
    ladderText(ladder),
    '',
    `Found in schedule ${schedules}. To run it alone: replay: '${ladder.replay}'`,
  ].join('\n');
}
