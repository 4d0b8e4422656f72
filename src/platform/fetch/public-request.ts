import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { http } from '../node-http.ts';

/** The URL cannot be reached. The reason must not be revealed to the person who supplied the URL. */
export class UnreachableError extends Error {}

/** The server did not respond in time. */
export class TimedOutError extends UnreachableError {}

/** Exceptions to what may be reached. Apart from `allowPrivate`, they are for tests, which run servers on this machine. */
export interface Exceptions {
  /** Whether private addresses and http may be used, for development. */
  allowPrivate?: boolean;
  /** IP addresses that may be reached although they are private. */
  addresses?: readonly string[];
  /** A certificate authority to trust, in PEM format. */
  ca?: string;
  timeoutMs?: number;
  /** Resolves a host name to its IP addresses. */
  resolve?: (name: string) => Promise<LookupAddress[]>;
}

export interface RequestOptions {
  method: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: string;
}

/** Sends one request, without following redirects. Resolves when the headers of the response have arrived. */
export type PublicRequest = (url: URL, options: RequestOptions, signal: AbortSignal) => Promise<IncomingMessage>;

const TIMEOUT_MS = 15_000;

/** The part of IPv6 that is routed on the internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Addresses that IANA assigned to protocols. ipaddr.js treats those without a name of their own as public. */
const PROTOCOLS_IPV6 = ipaddr.IPv6.parseCIDR('2001::/23');

/** Whether an IP address is publicly reachable according to IANA's special-purpose registries. IPv4 addresses embedded in IPv6 are not public. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (parsed.match(GLOBAL_IPV6) && !parsed.match(PROTOCOLS_IPV6));
}

/**
 * Whether a URL may be reachable: https without credentials, and no private IP address, unless these are allowed. What a host name resolves to is
 * checked later.
 */
export function mayBePublic(address: string, { allowPrivate = false }: Pick<Exceptions, 'allowPrivate'> = {}): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  if (allowPrivate) return url.protocol === 'http:' || url.protocol === 'https:';
  if (url.protocol !== 'https:') return false;
  const host = bare(url.hostname);
  if (isIP(host)) return isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !name.endsWith('.localhost');
}

/**
 * Sends requests over https only, unless private addresses are allowed. Each host name is resolved once, and the connection goes to the address that was
 * checked, so that a second response of a name server cannot lead elsewhere.
 */
export function publicRequest({ allowPrivate = false, addresses = [], ca, resolve = resolveByMachine }: Exceptions = {}): PublicRequest {
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address) || addresses.includes(address);

  async function addressOf(hostname: string): Promise<LookupAddress> {
    const found = await resolve(bare(hostname));
    const first = found[0];
    if (!first || !found.every(({ address }) => isAllowed(address))) throw new UnreachableError('the address is not public');
    return first;
  }

  async function ask(url: URL, { method, headers, body }: RequestOptions, signal: AbortSignal): Promise<IncomingMessage> {
    const isPlain = allowPrivate && url.protocol === 'http:';
    if (!(isPlain || url.protocol === 'https:') || url.username || url.password)
      throw new UnreachableError('the URL does not use https, or contains credentials');
    const { address, family } = await addressOf(url.hostname);
    return new Promise((fulfil, reject) => {
      const asked = (isPlain ? http : https).request(url, {
        method,
        agent: isPlain ? new http.Agent({ keepAlive: false }) : new https.Agent({ keepAlive: false }),
        signal,
        headers: { 'User-Agent': 'learning-management-service', ...headers },
        lookup: (_name, options, done) => {
          if (options.all) done(null, [{ address, family }]);
          else done(null, address, family);
        },
        ...(ca === undefined ? {} : { ca }),
      });
      asked.once('response', fulfil);
      asked.once('error', reject);
      asked.end(body);
    });
  }

  return (url, options, signal) => withDeadline(ask(url, options, signal), signal);
}

/**
 * Runs `work` with a total time limit of 15 seconds.
 * @throws UnreachableError, TimedOutError for every failure of `work`
 */
export async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) throw new TimedOutError('took too long', { cause: error });
    throw error instanceof UnreachableError ? error : new UnreachableError('cannot be reached', { cause: error });
  }
}

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const resolveByMachine = (name: string): Promise<LookupAddress[]> => lookup(name, { all: true });

/** Rejects at the deadline, so that a name server that does not respond cannot block a request. */
const withDeadline = <T>(asked: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    asked,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new TimedOutError('took too long')), { once: true });
    }),
  ]);
