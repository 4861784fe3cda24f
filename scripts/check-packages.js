// Packs every package as npm would publish it and checks the result from outside: publint, Are The Types Wrong, and a
// consumer that loads each entry as ESM and as CommonJS and compiles against its types.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const tool = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

/**
 * @typedef {{ readonly name: string, readonly bin?: Record<string, string>, readonly exports: Record<string, unknown> }} Manifest
 * @typedef {{ readonly manifest: Manifest, readonly tarball: string, readonly directory: string }} Packed
 * @typedef {{ readonly kind: string, readonly resolutionKind?: string, readonly entrypoint?: string }} TypesProblem
 */

/** Runs a command and answers what it printed if it failed, else nothing. */
async function failure(/** @type {string} */ command, /** @type {string[]} */ args, /** @type {string} */ cwd) {
  try {
    await run(command, args, { cwd });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '', message = '' } = /** @type {Record<string, string>} */ (error);
    return [`${stdout}${stderr}`.trim() || message];
  }
}

/** Packs into `consumer` and unpacks where the consumer's imports find it; third-party packages come from the workspace. */
async function pack(/** @type {string} */ folder, /** @type {string} */ consumer) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', consumer, '-w', manifest.name], {
    cwd: root,
  });
  const [{ filename }] = JSON.parse(stdout);
  const tarball = join(consumer, filename);
  const directory = join(consumer, 'node_modules', manifest.name);
  mkdirSync(directory, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1']);
  return { manifest, tarball, directory };
}

async function checkTypesResolve(/** @type {Packed} */ { tarball }) {
  const output = await run(tool('attw'), [tarball, '--format', 'json'], { maxBuffer: 1e8 }).catch((error) => error);
  /** @type {{ problems: Record<string, TypesProblem[]> }} */
  const { problems } = JSON.parse(output.stdout);
  return Object.values(problems)
    .flat()
    .filter((problem) => !isSubpathInNode10(problem))
    .map((problem) => `attw: ${JSON.stringify(problem)}`);
}

/**
 * The resolution of TypeScript's `node10` mode does not read `exports`, and Node.js 10 itself is not supported, so a
 * subpath cannot resolve there unless a file of its name lies beside package.json. The root entry still has to.
 */
function isSubpathInNode10(/** @type {TypesProblem} */ problem) {
  return problem.kind === 'NoResolution' && problem.resolutionKind === 'node10' && problem.entrypoint !== '.';
}

/** What the compiler once wrote for sources that are gone: it never removes, and npm would publish it. */
function checkNothingIsStale(/** @type {Packed} */ { directory }) {
  return ['dist/esm', 'dist/cjs'].flatMap((build) =>
    readdirSync(join(directory, build), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js') && !existsSync(join(directory, 'src', path.replace(/\.js$/, '.ts'))))
      .map((path) => `${build}/${path} has no source any more; remove dist and build again`),
  );
}

const entriesOf = (/** @type {Manifest} */ { name, exports }) =>
  Object.keys(exports)
    .filter((subpath) => subpath !== './package.json')
    .map((subpath) => name + subpath.slice(1));

/** Loads an entry both ways, in processes of their own, and compares the names that it exports. */
async function checkLoads(/** @type {string} */ entry, /** @type {string} */ consumer) {
  const print = 'console.log(JSON.stringify(Object.keys(loaded).filter((name) => name !== "__esModule").sort()))';
  const load = async (/** @type {string} */ type, /** @type {string} */ code) => {
    try {
      const { stdout } = await run(process.execPath, [`--input-type=${type}`, '-e', `${code}; ${print}`], {
        cwd: consumer,
      });
      return { names: stdout };
    } catch (error) {
      return { problem: `${entry} does not load as ${type}:\n${/** @type {Error} */ (error).message}` };
    }
  };
  const [esm, cjs] = await Promise.all([
    load('module', `import * as loaded from ${JSON.stringify(entry)}`),
    load('commonjs', `const loaded = require(${JSON.stringify(entry)})`),
  ]);
  const problems = [esm.problem, cjs.problem].filter((problem) => problem !== undefined);
  if (problems.length === 0 && esm.names !== cjs.names) {
    problems.push(`${entry} exports ${esm.names} as ESM but ${cjs.names} as CommonJS`);
  }
  return problems;
}

/** Loads the library as ESM and as CommonJS in one process, whose errors and numbers recognise each other. */
function checkCopies(/** @type {string} */ consumer) {
  const code = `
    import { createRequire } from 'node:module';
    import * as esm from 'holdfast';
    const cjs = createRequire(import.meta.url)('holdfast');
    const assert = (holds, what) => { if (!holds) throw new Error(what); };
    assert(esm.HoldfastError !== cjs.HoldfastError, 'there is one copy only');
    for (const [mine, theirs] of [[esm, cjs], [cjs, esm]]) {
      const error = new mine.VersionConflictError('x', { clauses: [], stored: undefined });
      assert(error instanceof theirs.VersionConflictError, 'an error is not recognised');
      assert(error instanceof theirs.ConditionFailedError && error instanceof theirs.HoldfastError, 'nor by its bases');
      assert(!(error instanceof theirs.ThrottledError), 'an error is taken for another');
      assert(theirs.classify(error).kind === 'VersionConflictError', 'an error is not classified');
      assert(mine.Decimal.from('1.5') instanceof theirs.Decimal, 'a number is not recognised');
    }`;
  return failure(process.execPath, ['--input-type=module', '-e', code], consumer);
}

/** Compiles an import of every entry, from an ESM and from a CommonJS module, with the declarations themselves checked. */
async function checkTypesCompile(/** @type {string[]} */ entries, /** @type {string} */ consumer) {
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}';`);
  const uses = `export default [${entries.map((_, index) => `entry${index}`).join(', ')}];`;
  for (const file of ['esm.mts', 'commonjs.cts']) {
    writeFileSync(join(consumer, file), `${[...imports, uses].join('\n')}\n`);
  }
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2023'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
    skipLibCheck: false,
  };
  writeFileSync(
    join(consumer, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['esm.mts', 'commonjs.cts'] }),
  );
  return failure(tool('tsc'), ['-p', consumer], root);
}

async function checkPackage(/** @type {Packed} */ packed, /** @type {string} */ consumer) {
  const problems = await Promise.all([
    failure(tool('publint'), ['run', packed.tarball, '--strict'], root),
    checkTypesResolve(packed),
    checkNothingIsStale(packed),
    ...entriesOf(packed.manifest).map((entry) => checkLoads(entry, consumer)),
    ...Object.values(packed.manifest.bin ?? {}).map((bin) =>
      failure(process.execPath, [join(packed.directory, bin), '--version'], consumer),
    ),
  ]);
  return problems.flat();
}

const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const consumer = mkdtempSync(join(cache, 'consumer-'));
try {
  const folders = readdirSync(join(root, 'packages'));
  const packed = await Promise.all(folders.map((folder) => pack(folder, consumer)));
  const problems = new Map();
  for (const one of packed) problems.set(one.manifest.name, await checkPackage(one, consumer));
  const entries = packed.flatMap(({ manifest }) => entriesOf(manifest));
  problems.set('copies in one process', await checkCopies(consumer));
  problems.set('types for a consumer', await checkTypesCompile(entries, consumer));
  for (const [subject, found] of problems) {
    console.log(found.length === 0 ? `ok    ${subject}` : `WRONG ${subject}\n${found.join('\n')}`);
  }
  if ([...problems.values()].some((found) => found.length > 0)) process.exitCode = 1;
} finally {
  rmSync(consumer, { recursive: true, force: true });
}
