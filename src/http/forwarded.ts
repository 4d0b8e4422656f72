import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import parse from 'forwarded-parse';

const UNKNOWN = 'unknown';
const NODE = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::[\w.-]+)?$/;
const OBFUSCATED = /^_[\w.-]+$/;

/**
 * Rewrites `Forwarded` (RFC 7239) to the X-Forwarded-* headers that Express reads, so that both mean the same. If the request has one of those
 * headers, `Forwarded` is ignored: most proxies set only X-Forwarded-* and pass on the `Forwarded` of the client.
 * @param hops number of proxies in front of the service. Each of them adds one element at the end; earlier elements are ignored.
 */
export function readForwarded(hops: number): RequestHandler {
  return ({ headers }, _res, next) => {
    const { forwarded } = headers;
    const isAlone = !('x-forwarded-for' in headers || 'x-forwarded-proto' in headers || 'x-forwarded-host' in headers);
    if (forwarded !== undefined && isAlone && hops > 0) Object.assign(headers, xForwarded(forwarded, hops));
    next();
  };
}

/** Parses the header. If it is malformed, the client is unknown and is not mistaken for the proxy, which may be trusted with more. */
function xForwarded(forwarded: string, hops: number): Record<string, string> {
  let elements: Record<string, string>[];
  try {
    elements = parse(forwarded);
  } catch {
    return { 'x-forwarded-for': UNKNOWN };
  }
  const { proto, host } = elements.at(-hops) ?? elements[0] ?? {};
  return {
    'x-forwarded-for': elements.map(({ for: node }) => addressOf(node)).join(', '),
    ...(proto ? { 'x-forwarded-proto': proto.toLowerCase() } : {}),
    ...(host ? { 'x-forwarded-host': host } : {}),
  };
}

/** Returns the IP address or the obfuscated identifier of a node (RFC 7239, section 6), without its port. */
function addressOf(node = ''): string {
  const [, ipv6, name = ''] = NODE.exec(node) ?? [];
  if (ipv6 !== undefined) return isIP(ipv6) === 6 ? ipv6 : UNKNOWN;
  return isIP(name) || OBFUSCATED.test(name) ? name : UNKNOWN;
}
