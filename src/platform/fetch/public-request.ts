import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address cannot be reached: for whatever reason, which is not to be told to who named it. */
export class UnreachableError extends Error {}

/** It did not answer in time. */
export class TimedOutError extends UnreachableError {}

/** For the tests, which have servers on this machine. Nothing in the environment can set it. */
export interface Exceptions {
  /** Addresses that may be reached though they are private. */
  addresses?: readonly string[];
  /** A certificate authority to trust, PEM. */
  ca?: string;
  timeoutMs?: number;
  /** The addresses of a name. */
  resolve?: (name: string) => Promise<LookupAddress[]>;
}

export interface RequestOptions {
  method: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: string;
}

/** Asks once, without following redirects, and gives the answer when its head is there. */
export type PublicRequest = (url: URL, options: RequestOptions, signal: AbortSignal) => Promise<IncomingMessage>;

const TIMEOUT_MS = 15_000;

/** The part of IPv6 that is routed on the internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Addresses that IANA assigned to protocols. ipaddr.js takes those without a name of their own for public. */
const PROTOCOLS_IPV6 = ipaddr.IPv6.parseCIDR('2001::/23');

/** Whether anyone on the internet could reach this address, after IANA's special-purpose registries. IPv4 inside IPv6 is not public. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (parsed.match(GLOBAL_IPV6) && !parsed.match(PROTOCOLS_IPV6));
}

/** Whether an address can be one that anyone reaches: https without a password, and no address that is private by itself. What a name leads to shows later. */
export function mayBePublic(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username || url.password) return false;
  const host = bare(url.hostname);
  return isIP(host) ? isPublicAddress(host) : host.includes('.');
}

/**
 * Over https alone. Each name is resolved once and the connection goes to the address that was looked at, so that no second answer of a name server
 * leads elsewhere.
 */
export function publicRequest({ addresses = [], ca, resolve = resolveByMachine }: Exceptions = {}): PublicRequest {
  const isAllowed = (address: string) => isPublicAddress(address) || addresses.includes(address);

  async function addressOf(hostname: string): Promise<LookupAddress> {
    const found = await resolve(bare(hostname));
    const first = found[0];
    if (!first || !found.every(({ address }) => isAllowed(address))) throw new UnreachableError('the address is not public');
    return first;
  }

  async function ask(url: URL, { method, headers, body }: RequestOptions, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== 'https:' || url.username || url.password) throw new UnreachableError('not a plain https address');
    const { address, family } = await addressOf(url.hostname);
    return new Promise((fulfil, reject) => {
      const asked = request(url, {
        method,
        agent: new Agent({ keepAlive: false }),
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
 * Gives `work` 15 seconds in all.
 * @throws UnreachableError, TimedOutError, whatever went wrong
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

/** A name server that does not answer holds nobody up. */
const withDeadline = <T>(asked: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    asked,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new TimedOutError('took too long')), { once: true });
    }),
  ]);
