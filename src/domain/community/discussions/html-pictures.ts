import type sanitizeHtml from 'sanitize-html';
import { address, FILE_OF_COURSE, RICH_TEXT } from '../../studio/lesson-content/text.ts';

/** The files with copies of external pictures, by the pictures' addresses. A picture without a copy becomes a link. */
export type Copies = Pick<ReadonlyMap<string, string>, 'get'>;

export const NO_COPIES: Copies = new Map();

/** Whether the source of a picture is a file of the service, so that no other server learns who reads the post. */
export const isFile = (source: string): boolean => FILE_OF_COURSE.test(source);

/**
 * Returns the policy for sanitising the HTML of a post. An external picture would tell its server who reads the post and when, so it becomes a link to its
 * address, with its alternative text. Within a link, only this text remains.
 */
export function postPolicy(copies: Copies = NO_COPIES): sanitizeHtml.IOptions {
  let openLinks = 0;
  return {
    ...RICH_TEXT,
    onOpenTag: (name) => {
      if (name === 'a') openLinks++;
    },
    onCloseTag: (name) => {
      if (name === 'a') openLinks--;
    },
    transformTags: {
      ...RICH_TEXT.transformTags,
      img: (tagName, { src = '', ...attribs }) => {
        const copy = copies.get(src);
        if (copy !== undefined) return { tagName, attribs: { src: `file:${copy}`, ...attribs } };
        if (isFile(src)) return { tagName, attribs: { src, ...attribs } };
        const text = attribs.alt?.trim() || shownAddress(src);
        return openLinks > 0
          ? { tagName: 'span', attribs: {}, text }
          : { tagName: 'a', attribs: { ...address('href', src), rel: 'noopener noreferrer' }, text };
      },
    },
  };
}

const LONGEST_SHOWN = 200;

/** Returns the text shown in place of a picture without an alternative text. */
export const shownAddress = (address: string): string => (address.length > LONGEST_SHOWN ? `${address.slice(0, LONGEST_SHOWN)}…` : address) || '-';
