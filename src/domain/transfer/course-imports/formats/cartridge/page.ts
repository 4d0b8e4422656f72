import sanitizeHtml from 'sanitize-html';
import { plainText } from '../../../../studio/lesson-content/text.ts';
import { decodeText } from './encoding.ts';
import { type Place, type RewrittenHtml, rewriteHtml } from './html.ts';

export interface Page extends RewrittenHtml {
  title: string;
  /** What Canvas writes in the head of its pages. */
  workflowState: string | null;
}

const HEAD = /<head[\s>][\s\S]{0,20000}?<\/head\s{0,9}>/i;
const TITLE = /<title[^>]{0,200}>([^<]{0,1000})</i;
const STATE = /<meta\s[^>]{0,50}name="workflow_state"[^>]{0,50}content="([a-z_]{1,30})"/i;

/** Reads a page of an archive: its body as it can be shown in a lesson, and what its head tells. */
export function readPage(bytes: Buffer, place: Place): Page {
  const text = decodeText(bytes);
  const head = HEAD.exec(text)?.[0] ?? '';
  const body = text.replace(HEAD, '');
  return {
    title: plainText(sanitizeHtml(TITLE.exec(head)?.[1] ?? '', { allowedTags: [] })).trim(),
    workflowState: STATE.exec(head)?.[1] ?? null,
    ...rewriteHtml(unwrapped(body), place),
  };
}

const WRAPPERS = /<\?xml[^>]{0,500}\?>|<!doctype[^>]{0,500}>|<\/?(?:html|body)(?:\s[^>]{0,5000})?>/gi;

const unwrapped = (html: string): string => html.replaceAll(WRAPPERS, '');
