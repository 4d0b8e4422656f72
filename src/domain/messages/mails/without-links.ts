/** What programs make a link of: a scheme, or a dot of any script or an at sign between letters. */
const LINK = /\/\/|[\p{L}\p{N}-][.\u3002\uFF0E\uFF61@][\p{L}\p{N}]/u;

/** Returns a name in which programs that read mails find no link: `Visit https://evil.example` becomes `Visit https evil example`. */
export const withoutLinks = (name: string): string =>
  name
    .split(/\s/)
    .map((word) => (LINK.test(word) ? word.replaceAll(/[^\p{L}\p{N}\p{M}-]/gu, ' ') : word))
    .flatMap((words) => words.split(' ').filter(Boolean))
    .join(' ');
