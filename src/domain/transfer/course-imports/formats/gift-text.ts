import sanitizeHtml from 'sanitize-html';
import { hasTooManyTags, plainText } from '../../../studio/lesson-content/text.ts';
import { asMarkdown, type Loss } from './question-course.ts';

const ESCAPED = '~=#{}:\\';
/** The first of the code points that Unicode keeps free of characters for ever. Escaped signs stand there while a text is being read. */
const FREE = 0xfdd0;

/** Replaces escaped signs, so that they are not read as signs of the format. */
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

/** Markdown of a text in one of the formats of Moodle. Of HTML, the text remains. */
export function toMarkdown(text: string, format: string, losses: Loss[]): string {
  const plain = show(text);
  if (format === 'markdown') return plain;
  if (format === 'plain') return asMarkdown(plain);
  const hasTags = HAS_TAG.test(plain);
  if (!hasTags && format !== 'html') return asMarkdown(plain);
  if (hasTags && !losses.some(({ kind }) => kind === 'formatting_lost')) losses.push({ outcome: 'changed', kind: 'formatting_lost' });
  const spaced = plain.replaceAll(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b/gi, '\n$&');
  if (hasTooManyTags(spaced)) return asMarkdown(plainText(spaced).trim());
  return asMarkdown(withoutEntities(sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })).trim());
}
