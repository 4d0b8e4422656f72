import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import type { Faults } from '../../kernel/errors.ts';

/** RFC 1123, section 2.1; the last label is no number, or the name would be an IPv4 address. */
const HOSTNAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LONGEST_NAME = 253;

/** Where the TXT record that proves a domain stands. */
export const challengeName = (hostname: string): string => `_lms-challenge.${hostname}`;

/** Whether a name in small ASCII letters is a host name, and no IP address. */
export const isHostname = (name: string): boolean => name.length <= LONGEST_NAME && HOSTNAME.test(name);

const isAtOrBelow = (hostname: string, parent: string): boolean => hostname === parent || hostname.endsWith(`.${parent}`);

export const isLocalhost = (hostname: string): boolean => isAtOrBelow(hostname, 'localhost');

/**
 * A host name as DNS has it (RFC 5891), under which an organisation may be reached.
 * @param own names of the service, which are reserved with all below them
 */
export function customHostname(text: string, own: readonly string[], faults: Faults): string {
  // domainToASCII reads what it is given as part of an address, so that it would decode or cut these off.
  const ascii = /[\s%/\\?#@:[\]]/.test(text) ? '' : domainToASCII(text.replace(/\.$/, ''));
  if (!isHostname(ascii) || challengeName(ascii).length > LONGEST_NAME) faults.add('hostname', 'format', 'Not a host name.');
  else if (isLocalhost(ascii) || own.some((name) => isAtOrBelow(ascii, name))) faults.add('hostname', 'reserved', 'This name is reserved.');
  else if ([null, ascii].includes(getDomain(ascii))) faults.add('hostname', 'apex', 'Choose a name below the domain, as learn.example.org.');
  return ascii;
}
