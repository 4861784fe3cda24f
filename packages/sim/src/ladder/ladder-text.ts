import type { Ladder, Rung } from './ladder.js';
import { wrapText } from './wrap-text.js';

const outsideTitle = 'store';
const outsideWidth = 56;
const widest = 30;
const narrowest = 14;

/** The ladder for a terminal. */
export function ladderText(ladder: Ladder): string {
  const { clients, rungs } = ladder;
  const width = Math.max(narrowest, Math.min(widest, Math.floor(72 / clients.length)));
  const page = { width, lanes: clients.length };
  const head = [...clients, outsideTitle].map((name) => name.slice(0, width - 1).padEnd(width)).join('');
  const rule = [...clients, outsideTitle]
    .map((name) => '─'.repeat(Math.min(name.length, width - 1)).padEnd(width))
    .join('');
  const body = rungs.flatMap((rung) => linesOf(rung, page));
  return [head, rule, ...body].map((line) => line.trimEnd()).join('\n');
}

interface Page {
  readonly width: number;
  readonly lanes: number;
}

function linesOf(rung: Rung, page: Page): string[] {
  const { lane } = rung;
  switch (rung.kind) {
    case 'note':
      return lane < 0 ? outside(rung.text, page) : inLane(rung.text, lane, page);
    case 'request': {
      const arrow = rung.cut ? cutRequest(lane, page) : request(lane, page);
      const fault = rung.fault === '' ? [] : [`(${rung.fault})`];
      const [first = '', ...rest] = [...wrapText(rung.text, outsideWidth), ...seen(rung.saw), ...fault];
      return [arrow + first, ...rest.map((line) => indentOutside(page) + line)];
    }
    case 'landing': {
      const [first = '', ...rest] = [...wrapText(rung.text, outsideWidth), ...seen(rung.saw)];
      return [landing(lane, page) + first, ...rest.map((line) => indentOutside(page) + line)];
    }
    case 'answer': {
      if (rung.cut) return [`${answerEnd(lane, page, '╳ ')}the answer is lost`];
      const text = wrapText(rung.text, outsideWidth);
      const [first = '', ...rest] = text;
      return [answerEnd(lane, page, '◀─') + first, ...rest.map((line) => indentOutside(page) + line)];
    }
  }
}

function seen(saw: string): string[] {
  return saw === '' ? [] : wrapText(`→ ${saw}`, outsideWidth);
}

function inLane(text: string, lane: number, { width, lanes }: Page): string[] {
  const lines = wrapText(text, width - 1);
  return lines.map((line) => blanks(lane, width) + line.padEnd(width) + blanks(lanes - lane - 1, width));
}

function outside(text: string, page: Page): string[] {
  return wrapText(text, outsideWidth).map((line) => indentOutside(page) + line);
}

function indentOutside({ width, lanes }: Page): string {
  return blanks(lanes, width);
}

function request(lane: number, { width, lanes }: Page): string {
  return `${blanks(lane, width)}●${'─'.repeat(width * (lanes - lane) - 3)}▶ `;
}

function cutRequest(lane: number, { width, lanes }: Page): string {
  const length = width * (lanes - lane) - 2;
  const drawn = Math.max(1, Math.floor(length / 2) - 1);
  return `${blanks(lane, width)}●${'─'.repeat(drawn)}╳`.padEnd(width * lanes);
}

function landing(lane: number, { width, lanes }: Page): string {
  const length = width * (lanes - lane) - 3;
  return `${blanks(lane, width)} ${'┄'.repeat(length)}▶ `;
}

function answerEnd(lane: number, { width, lanes }: Page, head: string): string {
  const length = width * (lanes - lane);
  const line = head.startsWith('╳')
    ? `${' '.repeat(Math.floor(length / 2))}╳${'─'.repeat(Math.max(1, length - Math.floor(length / 2) - 3))}● `
    : `${head}${'─'.repeat(length - 4)}● `;
  return blanks(lane, width) + line;
}

/** Lanes in which nothing happens. */
function blanks(lanes: number, width: number): string {
  return `│${' '.repeat(width - 1)}`.repeat(Math.max(0, lanes));
}
