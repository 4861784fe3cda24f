import type { Ladder, Rung } from './ladder.js';
import { wrapText } from './wrap-text.js';

const laneWidth = 190;
const outsideWidth = 612;
const margin = 24;
const lineHeight = 17;
const top = 62;
const laneCharacters = 25;
const outsideCharacters = 74;

/** The ladder as one HTML file that needs nothing else, with the drawing as SVG; for the screen by day and night, and for print. */
export function ladderHtml(ladder: Ladder): string {
  const { title, verdict, replay } = ladder;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p class="verdict">${escaped(verdict)}</p>
<div class="drawing">
${ladderSvg(ladder)}
</div>
<p>To run this schedule again:</p>
<pre>${escaped(replay)}</pre>
</body>
</html>
`;
}

/** The drawing alone; its colours come from the page, or are those of day. */
export function ladderSvg({ clients, rungs, title }: Ladder): string {
  const outside = margin + clients.length * laneWidth;
  const drawn: string[] = [];
  let y = top;
  for (const rung of rungs) {
    const { marks, height } = drawRung(rung, y, outside);
    drawn.push(marks);
    y += height;
  }
  const width = outside + outsideWidth + margin;
  const height = y + margin;
  const lanes = [...clients.map((_, lane) => laneX(lane)), outside];
  const lines = lanes.map((x) => `<line class="lane" x1="${x}" y1="${top - 18}" x2="${x}" y2="${y}"/>`);
  const heads = [...clients, 'store'].map((name, lane) => text(lanes[lane] ?? 0, 28, name, 'head'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${svgStyle}</style>
${[...heads, ...lines, ...drawn].join('\n')}
</svg>`;
}

interface Drawn {
  readonly marks: string;
  readonly height: number;
}

function drawRung(rung: Rung, y: number, outside: number): Drawn {
  const x = laneX(rung.lane);
  switch (rung.kind) {
    case 'note':
      return rung.lane < 0
        ? block(outside, y, wrapText(rung.text, outsideCharacters), 'note')
        : block(x, y, wrapText(rung.text, laneCharacters), 'note');
    case 'request': {
      const end = rung.cut ? (x + outside) / 2 : outside;
      const words = outsideLines(rung.text, rung.saw, rung.fault);
      const head = rung.cut ? cross(end, y) : arrowHead(end, y, 1);
      return withLines(
        `<line class="call${rung.cut ? ' cut' : ''}" x1="${x}" y1="${y}" x2="${end}" y2="${y}"/>${head}${dot(x, y)}`,
        outside,
        y,
        words,
      );
    }
    case 'landing':
      return withLines(
        `<line class="call late" x1="${x + 12}" y1="${y}" x2="${outside}" y2="${y}"/>${arrowHead(outside, y, 1)}`,
        outside,
        y,
        [...outsideLines(rung.text, rung.saw, ''), { text: '(it lands only now)', kind: 'fault' }],
      );
    case 'answer': {
      if (rung.cut) {
        const end = (x + outside) / 2;
        const line = `<line class="call cut" x1="${outside}" y1="${y}" x2="${end}" y2="${y}"/>${cross(end, y)}${dot(outside, y)}`;
        return withLines(line, outside, y, [{ text: 'the answer is lost', kind: 'fault' }]);
      }
      const line = `<line class="call" x1="${outside}" y1="${y}" x2="${x}" y2="${y}"/>${arrowHead(x, y, -1)}${dot(outside, y)}`;
      return withLines(
        line,
        outside,
        y,
        wrapText(rung.text, outsideCharacters).map((one) => ({ text: one, kind: 'answer' })),
      );
    }
  }
}

interface Line {
  readonly text: string;
  readonly kind: string;
}

function outsideLines(request: string, saw: string, fault: string): Line[] {
  return [
    ...wrapText(request, outsideCharacters).map((one) => ({ text: one, kind: 'request' })),
    ...(saw === '' ? [] : wrapText(`→ ${saw}`, outsideCharacters).map((one) => ({ text: one, kind: 'answer' }))),
    ...(fault === '' ? [] : [{ text: `(${fault})`, kind: 'fault' }]),
  ];
}

function withLines(marks: string, x: number, y: number, lines: readonly Line[]): Drawn {
  const texts = lines.map(({ text: one, kind }, index) => text(x + 12, y + 4 + index * lineHeight, one, kind));
  return { marks: [marks, ...texts].join('\n'), height: Math.max(1, lines.length) * lineHeight + 11 };
}

function block(x: number, y: number, lines: readonly string[], kind: string): Drawn {
  const texts = lines.map((one, index) => text(x + 10, y + 4 + index * lineHeight, one, kind));
  return { marks: texts.join('\n'), height: lines.length * lineHeight + 9 };
}

function laneX(lane: number): number {
  return margin + Math.max(0, lane) * laneWidth;
}

function text(x: number, y: number, content: string, kind: string): string {
  return `<text class="${kind}" x="${x}" y="${y}">${escaped(content)}</text>`;
}

function dot(x: number, y: number): string {
  return `<circle class="dot" cx="${x}" cy="${y}" r="3.5"/>`;
}

function arrowHead(x: number, y: number, direction: 1 | -1): string {
  const back = x - 8 * direction;
  return `<path class="dot" d="M${x} ${y} L${back} ${y - 4} L${back} ${y + 4} Z"/>`;
}

function cross(x: number, y: number): string {
  return `<path class="cross" d="M${x - 5} ${y - 5} L${x + 5} ${y + 5} M${x - 5} ${y + 5} L${x + 5} ${y - 5}"/>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const style = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1e21; --faint: #6b7280; --line: #c3c8cf; --call: #1d5fbf; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181b; --ink: #e6e8eb; --faint: #9aa3ad; --line: #454b53; --call: #7fb2ff; --wrong: #ff8a80; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --faint: #444; --line: #999; --call: #000; --wrong: #000; }
  svg { width: 100%; height: auto; }
}
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 24px; }
h1 { font-size: 20px; margin: 0 0 8px; }
.verdict { color: var(--wrong); white-space: pre-wrap; margin: 0 0 16px; }
.drawing { overflow-x: auto; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; border: 1px solid var(--line); padding: 8px; }
`;

const svgStyle = `
text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: var(--ink, #1c1e21); }
text.head { font-weight: bold; font-size: 14px; }
text.note { fill: var(--faint, #6b7280); font-style: italic; }
text.answer { fill: var(--faint, #6b7280); }
text.fault { fill: var(--wrong, #b3261e); }
.lane { stroke: var(--line, #c3c8cf); stroke-width: 1; }
.call { stroke: var(--call, #1d5fbf); stroke-width: 1.6; }
.call.late { stroke-dasharray: 2 4; }
.call.cut { stroke: var(--wrong, #b3261e); stroke-dasharray: 6 4; }
.dot { fill: var(--call, #1d5fbf); }
.cross { stroke: var(--wrong, #b3261e); stroke-width: 2.4; fill: none; }
`;
