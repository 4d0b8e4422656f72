import sanitizeHtml from 'sanitize-html';
import type { Shape } from '../../kernel/contract.ts';
import { type Copies, isFile, NO_COPIES, postPolicy } from './html-pictures.ts';
import { linkMarkdown } from './markdown-pictures.ts';

type Text = Pick<Shape<'DiscussionText'>, 'format' | 'body'>;

/** Returns a text in which external pictures are links, or files if there are copies. */
export const linkPictures = ({ format, body }: Text, copies: Copies = NO_COPIES): string =>
  format === 'html' ? sanitizeHtml(body, postPolicy(copies)) : linkMarkdown(body, copies);

/** Returns the addresses of the external pictures of a text, each once, in order. */
export function remotePictures(text: Text): string[] {
  const found = new Set<string>();
  linkPictures(text, { get: (address) => void found.add(address) });
  return [...found].filter((address) => !isFile(address));
}
