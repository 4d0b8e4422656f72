import { isIP } from 'node:net';
import { isPublicAddress } from '../fetch/public-request.ts';

/** Names that lead to a private network: RFC 6761, RFC 6762, RFC 8375, and ICANN's reservation of `internal`. */
const PRIVATE_NAME = /^[^.]*$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/**
 * Makes nodemailer demand STARTTLS before it sends a password, so that nobody between here and the server can read it. A server in a private network
 * may do without, and a URL that states `requireTLS`, `ignoreTLS` or `opportunisticTLS` decides for itself.
 */
export function demandTls(address: URL): URL {
  const { searchParams: options } = address;
  const isDecided = options.has('requireTLS') || options.get('ignoreTLS') === 'true' || options.get('opportunisticTLS') === 'true';
  if (address.password !== '' && !isDecided && !isPrivateHost(address.hostname)) options.set('requireTLS', 'true');
  return address;
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? !isPublicAddress(host) : PRIVATE_NAME.test(host.toLowerCase().replace(/\.$/, ''));
}
