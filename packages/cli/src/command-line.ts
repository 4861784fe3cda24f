import { parseArgs } from 'node:util';
import { nearest } from './nearest.js';
import { UsageError } from './usage-error.js';

export type Command =
  | { readonly kind: 'help'; readonly of: 'serve' | undefined }
  | { readonly kind: 'version' }
  | ServeCommand;

export interface ServeCommand {
  readonly kind: 'serve';
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** In milliseconds; expired items stay where there is none. */
  readonly expireAfter: number | undefined;
}

const commands = ['serve'] as const;
const generalOptions = { help: { type: 'boolean' }, version: { type: 'boolean' } } as const;
const serveOptions = {
  help: { type: 'boolean' },
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'expire-after': { type: 'string' },
} as const;

/** @throws UsageError where the arguments ask for nothing that there is */
export function parseCommandLine(args: readonly string[]): Command {
  const first = args[0];
  if (first === undefined) throw new UsageError('No command given. See holdfast --help');
  if (first.startsWith('-')) return parseGeneral(args);
  if (first !== 'serve') throw unknown('command', first, commands);
  return parseServe(args.slice(1));
}

function parseGeneral(args: readonly string[]): Command {
  const values = parse(args, generalOptions);
  return values.version ? { kind: 'version' } : { kind: 'help', of: undefined };
}

function parseServe(args: readonly string[]): Command {
  const values = parse(args, serveOptions);
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

/** The options' values; every other word or option, and every value missing or too many, is a {@link UsageError}. */
function parse(args: readonly string[], options: Options): Readonly<Record<string, Value>> {
  const { tokens, values } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`Nothing was expected at ${JSON.stringify(token.value)}`);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    const names = Object.keys(options).map((name) => `--${name}`);
    if (!option || !token.rawName.startsWith('--')) throw unknown('option', token.rawName, names);
    if (option.type === 'string' && !token.value) throw new UsageError(`${token.rawName} needs a value`);
    if (option.type === 'boolean' && token.value !== undefined) {
      throw new UsageError(`${token.rawName} takes no value; got ${JSON.stringify(token.value)}`);
    }
  }
  return values;
}

function unknown(kind: 'command' | 'option', given: string, valid: readonly string[]): UsageError {
  const meant = nearest(given, valid);
  const way = meant ? `Did you mean ${meant}?` : `There ${valid.length > 1 ? 'are' : 'is'} ${valid.join(', ')}.`;
  return new UsageError(`Unknown ${kind} ${given}. ${way}`);
}
