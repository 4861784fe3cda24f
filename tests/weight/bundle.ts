import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const entry = 'virtual:program';

/** What a program weighs with all that it imports but the AWS SDK: minified, then gzipped too, in bytes, and by module. */
export async function bundle(program: string): Promise<{
  readonly minified: number;
  readonly gzipped: number;
  readonly modules: ReadonlyMap<string, number>;
}> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? program : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: {
        input: entry,
        external: [/^@aws-sdk\//, /^node:/],
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const chunks = outputs.flatMap((each) => (each.type === 'chunk' ? [each] : []));
  const code = chunks.map((chunk) => chunk.code).join('\n');
  const modules = new Map(
    chunks.flatMap((chunk) =>
      Object.entries(chunk.modules).map(
        ([id, { renderedLength }]) => [id.replace(/^.*\/packages\//, ''), renderedLength] as const,
      ),
    ),
  );
  return { minified: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).byteLength, modules };
}

/** The program of the promise: everything that a service needs to define and write its items. */
export const program = `
  import { a, entity, table, transactWrite } from 'holdfast';
  import { dynamodb } from 'holdfast/dynamodb';
  export { a, entity, table, transactWrite, dynamodb };
`;
