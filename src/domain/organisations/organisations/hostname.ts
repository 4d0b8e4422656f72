import { domainToASCII } from 'node:url';
import { getDomain, parse } from 'tldts';
import type { Faults } from '../../kernel/errors.ts';

const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const LONGEST_LABEL = 63;
const LONGEST_NAME = 253;

/** Returns the name of the TXT record that proves a domain. */
export const challengeName = (hostname: string): string => `_lms-challenge.${hostname}`;

/** Whether a name in lowercase ASCII is a host name (RFC 1123, section 2.1). Its last label must begin with a letter; otherwise it could be an IPv4 address. */
export function isHostname(name: string): boolean {
  if (name.length > LONGEST_NAME) return false;
  const labels = name.split('.');
  return labels.every((label) => label.length <= LONGEST_LABEL && LABEL.test(label)) && /^[a-z]/.test(labels.at(-1) ?? '');
}

const isAtOrBelow = (hostname: string, parent: string): boolean => hostname === parent || hostname.endsWith(`.${parent}`);

export const isLocalhost = (hostname: string): boolean => isAtOrBelow(hostname, 'localhost');

/** Converts a host name to its DNS form (RFC 5891). Returns an empty text if the input is not a host name. */
export function asciiHostname(text: string): string {
  // domainToASCII parses its input as part of a URL, so it would decode these characters or cut them off.
  const ascii = /[\s%/\\?#@:[\]]/.test(text) ? '' : domainToASCII(text.replace(/\.$/, ''));
  return isHostname(ascii) ? ascii : '';
}

/** Returns the DNS form of a name for which a TXT record can be created, or adds a fault. */
function provableName(text: string, field: string, own: readonly string[], faults: Faults): string | null {
  const ascii = asciiHostname(text);
  if (ascii === '' || challengeName(ascii).length > LONGEST_NAME) faults.add(field, 'format', 'Must be a valid host name.');
  else if (isLocalhost(ascii) || own.some((name) => isAtOrBelow(ascii, name))) faults.add(field, 'reserved', 'This name is reserved.');
  else return ascii;
  return null;
}

/**
 * Converts a host name to its DNS form and checks that an organisation may use it as its custom domain.
 * @param own host names of the service, which are reserved together with all names below them
 */
export function customHostname(text: string, own: readonly string[], faults: Faults): string {
  const ascii = provableName(text, 'hostname', own, faults);
  if (ascii !== null && [null, ascii].includes(getDomain(ascii))) faults.add('hostname', 'apex', 'Choose a subdomain, such as learn.example.org.');
  return ascii ?? '';
}

/**
 * Converts the domain of email addresses to its DNS form and checks that it can belong to a single organisation. Names below which anybody can get a domain,
 * and mail providers' domains, have addresses of people who have nothing to do with each other.
 * @param own as for `customHostname`
 */
export function mailDomain(text: string, own: readonly string[], faults: Faults): string {
  const ascii = provableName(text, 'domain', own, faults);
  if (ascii === null) return '';
  const { publicSuffix, domain, domainWithoutSuffix } = parse(ascii, { allowPrivateDomains: true });
  if (domain === null || ascii === publicSuffix) faults.add('domain', 'public_suffix', 'Anyone can register a domain under this name.');
  else if (MAIL_PROVIDERS.has(domain) || MAIL_BRANDS.has(domainWithoutSuffix ?? ''))
    faults.add('domain', 'mail_provider', 'Anyone can get an address at this domain.');
  return ascii;
}

/**
 * Large providers of mailboxes, most of which have many domains that differ only in their suffix. Nobody but a provider could create its TXT record, so the
 * lists only reject early what would fail anyway, and keep a provider itself from making accounts at its customers' addresses.
 */
const MAIL_BRANDS: ReadonlySet<string> = new Set('aol gmail gmx googlemail hotmail outlook protonmail rediffmail yahoo yandex ymail'.split(' '));
const MAIL_PROVIDERS: ReadonlySet<string> = new Set(
  `126.com 139.com 163.com bk.ru btinternet.com comcast.net cox.net daum.net duck.com fastmail.com foxmail.com free.fr freenet.de
    hanmail.net hey.com icloud.com inbox.ru laposte.net libero.it list.ru live.be live.ca live.cn live.co.uk live.com live.com.au live.com.mx
    live.de live.fr live.it live.jp live.nl live.se mac.com mail.com mail.ru mailbox.org mailinator.com me.com msn.com naver.com
    onmicrosoft.com orange.fr passport.com pm.me posteo.de posteo.net proton.me qq.com rambler.ru seznam.cz sfr.fr sina.com t-online.de terra.com.br
    tuta.com tutanota.com tutanota.de uol.com.br usa.com wanadoo.fr web.de wp.pl zoho.com zoho.eu`.match(/\S+/g),
);
