import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Origin } from '../domain/kernel/caller.ts';
import type { Client } from '../domain/kernel/client.ts';

/** Prefix length of the smallest IPv6 network that a provider assigns to a customer (RFC 6177). */
const IPV6_PREFIX_BITS = 64;

/**
 * Returns the key by which limits per IP address count: an IPv4 address as it is, and the /64 network of an IPv6 address, because one client has all
 * addresses of its network. An IPv4 address embedded in IPv6 counts as the IPv4 address.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return ip ?? '';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%', 1)[0]}/${IPV6_PREFIX_BITS}`)}/${IPV6_PREFIX_BITS}`;
}

/** Returns the client of a request: its network and its browser. */
export const clientOf = ({ ip, headers }: Request): Client => ({ address: networkOf(ip), browser: headers['user-agent'] ?? '' });

/** Returns the client's IP address, as reported by a proxy in front; null if it is invalid. The zone is removed, as it has no meaning elsewhere. */
export function clientAddress(req: Request): string | null {
  const [address = ''] = (req.ip ?? '').split('%', 1);
  return isIP(address) ? address : null;
}

/** Returns the address and the client of a request, for records and messages about it. */
export const originOf = (req: Request): Required<Pick<Origin, 'ip' | 'client'>> => ({ ip: clientAddress(req), client: () => clientOf(req) });
