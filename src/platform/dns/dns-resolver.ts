import { Resolver } from 'node:dns/promises';
import { OutageError } from '../outages/outage.ts';

/** DNS did not respond, or reported a failure of its own, so nothing is known about the name. */
export class DnsUnreachableError extends OutageError {
  constructor(reason: string) {
    super('dns', `DNS: ${reason}`);
  }
}

export interface DnsResolver {
  /** Returns the text of each TXT record; empty if there are no such records.
   * @throws DnsUnreachableError */
  txt(name: string): Promise<string[]>;
  /** Returns the names that the CNAME records point to, in lower case and without the trailing dot.
   * @throws DnsUnreachableError */
  cname(name: string): Promise<string[]>;
}

export interface DnsOptions {
  /** Time limit of a query over all servers and attempts, in milliseconds. */
  timeoutMs?: number;
  /** Called if no name server responds. The caller of the resolver may turn the error into a result, so that nobody else would report it. */
  onOutage?: ((error: DnsUnreachableError) => void) | undefined;
}

const ATTEMPT_MS = 3000;
const TIMEOUT_MS = 10_000;
const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);
/** Codes of responses that concern the domain: the server could not reach the servers of the domain, or has a reason not to answer. */
const OF_THE_DOMAIN = new Set(['ESERVFAIL', 'EREFUSED', 'EBADRESP', 'EFORMERR', 'ENOTIMP']);

/** Queries the servers given as `address:port`, or those of the machine if none are given. */
export function dnsResolver(servers: readonly string[], { timeoutMs = TIMEOUT_MS, onOutage }: DnsOptions = {}): DnsResolver {
  async function ask<T>(query: (resolver: Resolver) => Promise<T[]>): Promise<T[]> {
    // Each query has its own resolver, because a resolver can only cancel all of its queries.
    const resolver = new Resolver({ timeout: Math.min(ATTEMPT_MS, timeoutMs), tries: 2 });
    if (servers.length) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), timeoutMs).unref();
    try {
      return await query(resolver);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (NOTHING.has(code)) return [];
      const failure = new DnsUnreachableError(code === 'ECANCELLED' ? `no response within ${timeoutMs / 1000} s` : code);
      if (!OF_THE_DOMAIN.has(code)) onOutage?.(failure);
      throw failure;
    } finally {
      clearTimeout(deadline);
    }
  }
  return {
    txt: async (name) => (await ask((resolver) => resolver.resolveTxt(name))).map((chunks) => chunks.join('')),
    cname: async (name) => (await ask((resolver) => resolver.resolveCname(name))).map((target) => target.toLowerCase().replace(/\.$/, '')),
  };
}
