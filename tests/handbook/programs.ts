/** A program of the handbook: one TypeScript fence, and those that continue it. */
export interface Program {
  /** The document's path from the workspace's root. */
  readonly document: string;
  /** The line of the first fence. */
  readonly line: number;
  /** The code on the lines that it has in the document; every other line is empty, so that messages name the right one. */
  readonly code: string;
  readonly runs: boolean;
}

const marks = ['ts', 'ts no-run', 'ts continued'];
const otherScripts = /^(?:ts|tsx|typescript|js|jsx|mjs|cjs|javascript)\b/;

/**
 * The programs in a Markdown document. A fence marked `ts` begins a program that is compiled and run, `ts no-run` one that
 * is only compiled, and `ts continued` goes on with the one before.
 *
 * @throws Error with document and line where code could escape: another mark of the language, a fence that never ends
 */
export function programsOf(document: string, text: string): Program[] {
  const lines = text.split('\n');
  const programs: { line: number; runs: boolean; code: string[] }[] = [];
  let open: { readonly fence: string; readonly line: number; readonly code: string[] | undefined } | undefined;
  for (const [index, content] of lines.entries()) {
    const [, fence, info = ''] = content.match(/^\s*(`{3,}|~{3,})\s*(.*?)\s*$/) ?? [];
    if (open !== undefined) {
      if (fence?.startsWith(open.fence) && info === '') open = undefined;
      else if (open.code !== undefined) open.code[index] = content;
    } else if (fence !== undefined) {
      const where = `${document}:${index + 1}`;
      if (otherScripts.test(info) && !marks.includes(info)) {
        throw new Error(
          `${where}: mark the code as one of ${marks.map((mark) => `"${mark}"`).join(', ')}, not "${info}"`,
        );
      }
      if (info === 'ts' || info === 'ts no-run') programs.push({ line: index + 1, runs: info === 'ts', code: [] });
      if (info === 'ts continued' && programs.length === 0) throw new Error(`${where}: there is nothing to continue`);
      open = { fence, line: index + 1, code: marks.includes(info) ? programs.at(-1)?.code : undefined };
    }
  }
  if (open !== undefined) throw new Error(`${document}:${open.line}: the fence never ends`);
  return programs.map(({ line, runs, code }) => ({
    document,
    line,
    runs,
    code: `${Array.from(code, (content) => content ?? '').join('\n')}\n`,
  }));
}
