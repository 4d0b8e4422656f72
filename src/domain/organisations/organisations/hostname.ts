import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import type { Faults } from '../../kernel/errors.ts';

const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const LONGEST_LABEL = 63;
const LONGEST_NAME = 253;

/** The name of the TXT record that proves a domain. */
export const challengeName = (hostname: string): string => `_lms-challenge.${hostname}`;

/** Whether a name in lowercase ASCII is a host name (RFC 1123, section 2.1). Its last label must begin with a letter, or it could be an IPv4 address. */
export function isHostname(name: string): boolean {
  if (name.length > LONGEST_NAME) return false;
  const labels = name.split('.');
  return labels.every((label) => label.length <= LONGEST_LABEL && LABEL.test(label)) && /^[a-z]/.test(labels.at(-1) ?? '');
}

const isAtOrBelow = (hostname: string, parent: string): boolean => hostname === parent || hostname.endsWith(`.${parent}`);

export const isLocalhost = (hostname: string): boolean => isAtOrBelow(hostname, 'localhost');

/**
 * Converts a host name to its DNS form (RFC 5891) and checks that an organisation may use it as its custom domain.
 * @param own host names of the service, which are reserved together with all names below them
 */
export function customHostname(text: string, own: readonly string[], faults: Faults): string {
  // domainToASCII parses its input as part of a URL, so it would decode these characters or cut them off.
  const ascii = /[\s%/\\?#@:[\]]/.test(text) ? '' : domainToASCII(text.replace(/\.$/, ''));
  if (!isHostname(ascii) || challengeName(ascii).length > LONGEST_NAME) faults.add('hostname', 'format', 'Must be a valid host name.');
  else if (isLocalhost(ascii) || own.some((name) => isAtOrBelow(ascii, name))) faults.add('hostname', 'reserved', 'This name is reserved.');
  else if ([null, ascii].includes(getDomain(ascii))) faults.add('hostname', 'apex', 'Choose a name below the domain, such as learn.example.org.');
  return ascii;
}
