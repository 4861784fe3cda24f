import { isIP } from 'node:net';

/**
 * Whether the Host header of a request names this server, by a loopback name, by the address that it `arrived` at, or by
 * one of `allowed`.
 *
 * A web page can point its own name at a loopback address and so reach a server on its reader's machine (DNS
 * rebinding); the Host header then still bears the page's name.
 */
export function isExpectedHost(
  host: string | undefined,
  arrived: { readonly localAddress?: string | undefined },
  allowed: ReadonlySet<string>,
): boolean {
  const name = host === undefined ? undefined : hostName(host);
  if (name === undefined) return false;
  if (name === 'localhost' || name.endsWith('.localhost') || allowed.has(name)) return true;
  if (isIP(name) === 0) return false;
  return name === '::1' || name.startsWith('127.') || name === arrived.localAddress?.replace(/^::ffff:/, '');
}

/** The name or address in a Host header: in lower case, without port, brackets and final dot. */
export function hostName(host: string): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::\d+)?$/i.exec(host.trim());
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '');
}
