import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { entrySources } from '../workspace/entry-sources.js';
import { workspaceRoot } from '../workspace/sources.js';
import type { Program } from './programs.js';

/** A folder inside the workspace, so that imports resolve, in which programs are compiled and run. */
export interface Workshop {
  /** What the compiler says, as `document:line:column: message`; a fault in the packages by its own path. */
  compile(): Promise<string[]>;
  /**
   * Imports the program as a module.
   *
   * @throws Error with document, line and what the program threw
   */
  run(program: Program): Promise<void>;
  close(): void;
}

export function openWorkshop(programs: readonly Program[]): Workshop {
  const parent = join(workspaceRoot, 'tests/.snippets');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'run-'));
  const files = new Map(programs.map((program) => [program, fileName(program)]));
  for (const [program, file] of files) writeFileSync(join(directory, file), program.code);
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(compilerConfig()));

  return {
    compile: async () => {
      const output = await typeCheck(directory);
      return output.map((message) => {
        const [, path = '', line, column, text] = message.match(/^(.*?)\((\d+),(\d+)\): (.*)$/) ?? [];
        const program = [...files].find(([, file]) => file === basename(path))?.[0];
        return program === undefined ? message : `${program.document}:${line}:${column}: ${text}`;
      });
    },
    run: async (program) => {
      const file = files.get(program) ?? '';
      try {
        await import(join(directory, file));
      } catch (error) {
        const thrown = error instanceof Error ? error : new Error(String(error));
        const [, after = ''] = (thrown.stack ?? '').split(`${file}:`);
        const line = Number.parseInt(after, 10) || program.line;
        throw new Error(`${program.document}:${line}: ${thrown.name}: ${thrown.message}`, { cause: error });
      }
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

const fileName = ({ document, line }: Program): string => `${document.replaceAll('/', '--')}--${line}.ts`;

/** The workspace's strictness, but a program may show a value without using it. */
function compilerConfig(): object {
  return {
    extends: '../../../tsconfig.base.json',
    compilerOptions: {
      composite: false,
      declaration: false,
      declarationMap: false,
      noEmit: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
      moduleDetection: 'force',
      paths: Object.fromEntries([...entrySources()].map(([specifier, source]) => [specifier, [source]])),
    },
    include: ['*.ts'],
  };
}

/** The compiler's messages, each on one line; none where there is nothing to compile. */
function typeCheck(directory: string): Promise<string[]> {
  const tsc = join(workspaceRoot, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [tsc, '-p', directory, '--pretty', 'false'],
      { maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        const messages = stdout
          .split(/\n(?=\S)/)
          .map((text) => text.trim())
          .filter((text) => text !== '');
        if (error !== null && messages.length === 0) reject(new Error(`The compiler did not run: ${stderr}`));
        else resolve(messages);
      },
    );
  });
}
