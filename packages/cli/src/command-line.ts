import { parseArgs } from 'node:util';
import { nearest } from './nearest.js';
import { UsageError } from './usage-error.js';

export type Command =
  | { readonly kind: 'help'; readonly of: (typeof commands)[number] | undefined }
  | { readonly kind: 'version' }
  | ServeCommand
  | ExploreCommand;

export interface ServeCommand {
  readonly kind: 'serve';
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** In milliseconds; expired items stay where there is none. */
  readonly expireAfter: number | undefined;
}

export interface ExploreCommand {
  readonly kind: 'explore';
  /** The module whose explorations are run. */
  readonly file: string;
  /** The name of the only one to run. */
  readonly only: string | undefined;
  readonly schedules: number | undefined;
  readonly seconds: number | undefined;
  readonly seed: number | undefined;
  /** The one schedule to run. */
  readonly replay: string | undefined;
  /** Where the picture of a failure goes. */
  readonly picture: string | undefined;
}

const commands = ['serve', 'explore'] as const;
const generalOptions = { help: { type: 'boolean' }, version: { type: 'boolean' } } as const;
const serveOptions = {
  help: { type: 'boolean' },
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'expire-after': { type: 'string' },
} as const;

const exploreOptions = {
  help: { type: 'boolean' },
  only: { type: 'string' },
  schedules: { type: 'string' },
  seconds: { type: 'string' },
  seed: { type: 'string' },
  replay: { type: 'string' },
  picture: { type: 'string' },
} as const;

/** @throws UsageError where the arguments ask for nothing that there is */
export function parseCommandLine(args: readonly string[]): Command {
  const first = args[0];
  if (first === undefined) throw new UsageError('No command given. See holdfast --help');
  if (first.startsWith('-')) return parseGeneral(args);
  switch (first) {
    case 'serve':
      return parseServe(args.slice(1));
    case 'explore':
      return parseExplore(args.slice(1));
    default:
      throw unknown('command', first, commands);
  }
}

function parseGeneral(args: readonly string[]): Command {
  const { values } = parse(args, generalOptions, 0);
  return values.version ? { kind: 'version' } : { kind: 'help', of: undefined };
}

function parseServe(args: readonly string[]): Command {
  const { values } = parse(args, serveOptions, 0);
  if (values.help) return { kind: 'help', of: 'serve' };
  return {
    kind: 'serve',
    port: values.port === undefined ? 8000 : parsePort(values.port as string),
    host: (values.host as string | undefined) ?? '127.0.0.1',
    allowedHosts: (values['allow-host'] as readonly string[] | undefined) ?? [],
    expireAfter:
      values['expire-after'] === undefined ? undefined : parseSeconds(values['expire-after'] as string) * 1000,
  };
}

function parseExplore(args: readonly string[]): Command {
  const { values, words } = parse(args, exploreOptions, 1);
  if (values.help) return { kind: 'help', of: 'explore' };
  const [file] = words;
  if (file === undefined) throw new UsageError('explore needs the file whose explorations it is to run');
  const text = (name: keyof typeof exploreOptions) => values[name] as string | undefined;
  const picture = text('picture');
  if (picture !== undefined && !/\.(?:html|svg)$/.test(picture)) {
    throw new UsageError(`--picture takes the name of an .html or .svg file; got ${JSON.stringify(picture)}`);
  }
  const schedules = parseCount('schedules', text('schedules'));
  const seconds = parseCount('seconds', text('seconds'));
  const seed = parseCount('seed', text('seed'));
  return { kind: 'explore', file, only: text('only'), schedules, seconds, seed, replay: text('replay'), picture };
}

function parseCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,14}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(`--${option} takes a whole number from 1; got ${JSON.stringify(text)}`);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new UsageError(`--port takes a whole number from 0 to 65535; got ${JSON.stringify(text)}`);
  }
  return port;
}

function parseSeconds(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--expire-after takes a whole number of seconds; got ${JSON.stringify(text)}`);
}

type Options = Readonly<Record<string, { readonly type: 'boolean' | 'string'; readonly multiple?: boolean }>>;
type Value = string | boolean | readonly (string | boolean)[] | undefined;

interface Parsed {
  readonly values: Readonly<Record<string, Value>>;
  readonly words: readonly string[];
}

/** The options' values, and at most so many words; every other word or option, and every value missing or too many, is a {@link UsageError}. */
function parse(args: readonly string[], options: Options, mostWords: number): Parsed {
  const { tokens, values } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      words.push(token.value);
      if (words.length > mostWords) throw new UsageError(`Nothing was expected at ${JSON.stringify(token.value)}`);
    }
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    const names = Object.keys(options).map((name) => `--${name}`);
    if (!option || !token.rawName.startsWith('--')) throw unknown('option', token.rawName, names);
    if (option.type === 'string' && !token.value) throw new UsageError(`${token.rawName} needs a value`);
    if (option.type === 'boolean' && token.value !== undefined) {
      throw new UsageError(`${token.rawName} takes no value; got ${JSON.stringify(token.value)}`);
    }
  }
  return { values, words };
}

function unknown(kind: 'command' | 'option', given: string, valid: readonly string[]): UsageError {
  const meant = nearest(given, valid);
  const way = meant ? `Did you mean ${meant}?` : `There ${valid.length > 1 ? 'are' : 'is'} ${valid.join(', ')}.`;
  return new UsageError(`Unknown ${kind} ${given}. ${way}`);
}
