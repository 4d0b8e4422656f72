import sanitizeHtml from 'sanitize-html';
import { plainText } from '../../../../studio/lesson-content/text.ts';
import { decodeText } from './encoding.ts';
import { type Place, type RewrittenHtml, rewriteHtml } from './html.ts';

export interface Page extends RewrittenHtml {
  title: string;
  /** The state that Canvas writes in the head of its pages. */
  workflowState: string | null;
}

const HEAD_BEGINS = /<head[\s>]/i;
const HEAD_ENDS = /<\/head\s{0,9}>/i;
const LONGEST_HEAD = 20_000;
const TITLE = /<title[^>]{0,200}>([^<]{0,1000})</i;
const STATE = /<meta\s[^>]{0,50}name="workflow_state"[^>]{0,50}content="([a-z_]{1,30})"/i;

/** Reads a page of an archive: its body as it can be shown in a lesson, and the data in its head. */
export function readPage(bytes: Buffer, place: Place): Page {
  const text = decodeText(bytes);
  const { head, body } = partsOf(text);
  return {
    title: plainText(sanitizeHtml(TITLE.exec(head)?.[1] ?? '', { allowedTags: [] })).trim(),
    workflowState: STATE.exec(head)?.[1] ?? null,
    ...rewriteHtml(unwrapped(body), place),
  };
}

function partsOf(text: string): { head: string; body: string } {
  const from = HEAD_BEGINS.exec(text)?.index ?? text.length;
  const end = HEAD_ENDS.exec(text.slice(from, from + LONGEST_HEAD));
  if (!end) return { head: '', body: text };
  const until = from + end.index + end[0].length;
  return { head: text.slice(from, until), body: text.slice(0, from) + text.slice(until) };
}

const WRAPPERS = /<(?:\?xml|!doctype|\/?html|\/?body)(?:\s[^<>]*)?>/gi;

const unwrapped = (html: string): string => html.replaceAll(WRAPPERS, '');
