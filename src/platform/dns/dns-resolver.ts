import { Resolver } from 'node:dns/promises';

/** DNS did not respond, or reported a failure of its own, so nothing is known about the name. */
export class DnsUnreachableError extends Error {}

export interface DnsResolver {
  /** Returns the text of each TXT record; empty if there are no such records.
   * @throws DnsUnreachableError */
  txt(name: string): Promise<string[]>;
  /** Returns the names that the CNAME records point to, in lower case and without the trailing dot.
   * @throws DnsUnreachableError */
  cname(name: string): Promise<string[]>;
}

const TIMEOUT_MS = 3000;
const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);

/** Queries the servers given as `address:port`, or those of the machine if none are given. */
export function dnsResolver(servers: readonly string[]): DnsResolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers.length) resolver.setServers(servers);
  const ask = async <T>(asked: Promise<T[]>): Promise<T[]> => {
    try {
      return await asked;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (NOTHING.has(code)) return [];
      throw new DnsUnreachableError(`DNS: ${code}`);
    }
  };
  return {
    txt: async (name) => (await ask(resolver.resolveTxt(name))).map((chunks) => chunks.join('')),
    cname: async (name) => (await ask(resolver.resolveCname(name))).map((target) => target.toLowerCase().replace(/\.$/, '')),
  };
}
