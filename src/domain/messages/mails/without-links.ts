/**
 * Text that programs turn into a link: a scheme, or a dot of any script or an at sign between words. Top-level domains have at least two letters, unlike
 * initials.
 */
const LINK = /\/\/|@[\p{L}\p{N}]|[\p{L}\p{N}-][.\u3002][\p{L}\p{N}]{2}/u;

/**
 * Returns a name in which mail programs find no link: `Visit https://evil.example` becomes `Visit https evil example`. For mails to people who may not know
 * whoever chose the name. Letters and dots in other forms count as their usual equivalents (NFKC), and invisible characters are ignored.
 */
export const withoutLinks = (name: string): string => name.split(/\s/).map(withoutLink).join(' ').replaceAll(/ +/g, ' ').trim();

function withoutLink(word: string): string {
  const plain = word.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return LINK.test(plain) ? plain.replaceAll(/[^\p{L}\p{N}\p{M}-]/gu, ' ') : word;
}
