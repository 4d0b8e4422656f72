import sanitizeHtml from 'sanitize-html';
import { hasTooManyTags, plainText } from '../../../studio/lesson-content/text.ts';
import { asMarkdown, type Loss } from './question-course.ts';

const ESCAPED = '~=#{}:\\';
/** The first of the code points that Unicode keeps free of characters for ever. They replace escaped characters while a text is being read. */
const FREE = 0xfdd0;

/** Replaces escaped characters, so that they are not read as syntax of the format. */
export const hide = (text: string): string =>
  text
    .replaceAll(/[\ufdd0-\ufdef]/g, '')
    .replaceAll(/\\([~=#{}:\\n])/g, (_all, sign: string) => (sign === 'n' ? '\ufdef' : String.fromCharCode(FREE + ESCAPED.indexOf(sign))));

/** Undoes `hide`. */
export const show = (text: string): string =>
  text.replaceAll(/[\ufdd0-\ufdef]/g, (sign) => (sign === '\ufdef' ? '\n' : (ESCAPED[sign.charCodeAt(0) - FREE] ?? '')));

const HAS_TAG = /<\/?[a-z]/i;

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const withoutEntities = (html: string): string => html.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);

const FORMAT = /^\s{0,9}\[(html|markdown|moodle|plain)\]/;

/** Returns the format that a text states at its beginning. Texts of questions, answers and feedback can each state their own. */
export const formatOf = (text: string): string | undefined => FORMAT.exec(text)?.[1];

/** Returns a text without the format that it states. */
export const withoutFormat = (text: string): string => text.replace(FORMAT, '');

/** Converts a text to markdown from the Moodle format that it states, or else from the given one. Of HTML, only the text remains. */
export function toMarkdown(text: string, format: string, losses: Loss[]): string {
  if ((formatOf(text) ?? format) === 'markdown') return show(withoutFormat(text)).trim();
  return asMarkdown(toPlain(text, format, losses));
}

/** Returns the text alone, as a reader sees it. Markdown stays as it is written. */
export function toPlain(text: string, format: string, losses: Loss[] = []): string {
  const own = formatOf(text) ?? format;
  const plain = show(withoutFormat(text)).trim();
  const hasTags = HAS_TAG.test(plain);
  if (own === 'plain' || own === 'markdown' || (!hasTags && own !== 'html')) return plain;
  if (hasTags && !losses.some(({ kind }) => kind === 'formatting_lost')) losses.push({ outcome: 'changed', kind: 'formatting_lost' });
  const spaced = plain.replaceAll(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b/gi, '\n$&');
  if (hasTooManyTags(spaced)) return plainText(spaced).trim();
  return withoutEntities(sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })).trim();
}
