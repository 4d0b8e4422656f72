import sanitizeHtml from 'sanitize-html';
import TurndownService from 'turndown';
import { hasTooManyTags, plainText } from '../../../../studio/lesson-content/text.ts';
import { asMarkdown } from '../question-course.ts';

const service = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced', emDelimiter: '*', hr: '---' });

/** Escapes tags and entities that are part of the text, because markdown would interpret them again. */
service.escape = (text) => TurndownService.prototype.escape.call(service, text).replaceAll(/<(?=[a-z/!?])|&(?=#?[a-z0-9]{1,31};)/gi, '\\$&');

/** The only tags with a meaning in markdown. Everything else is reduced to its text. */
const TAGS = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'div',
  'br',
  'hr',
  'blockquote',
  'pre',
  'code',
  'ul',
  'ol',
  'li',
  'strong',
  'b',
  'em',
  'i',
  'a',
  'img',
  'table',
  'tr',
  'td',
  'th',
];
const FORMULA_BEGINS = /\\\(|\\\[|\$\$/g;
const FORMULA_ENDS: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };
const LONGEST_FORMULA = 5000;
/** Markers around a formula while its text is converted. Unicode keeps these code points free of characters. */
const [BEGIN, END] = ['\ufdd0', '\ufdd1'];
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ', '&amp;': '&' };

/** Converts HTML to markdown. Formulas in LaTeX stay as they are. Of a text with too many tags, only the text remains. */
export function htmlToMarkdown(html: string): string {
  if (hasTooManyTags(html)) return asMarkdown(plainText(html).trim());
  const formulas: string[] = [];
  const hidden = replaceFormulas(html.replaceAll(/[\ufdd0\ufdd1]/g, ''), (formula) => {
    formulas.push(formula.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] as string));
    return `${BEGIN}${formulas.length - 1}${END}`;
  });
  return converted(hidden).replaceAll(/\ufdd0(\d{1,6})\ufdd1/g, (_all, index: string) => formulas[Number(index)] ?? '');
}

/** Looks for each end of a formula once, so that the time grows only linearly with the length of the text. */
function replaceFormulas(text: string, replace: (formula: string) => string): string {
  const ends = new Map<string, number>();
  let replaced = '';
  let at = 0;
  for (const { 0: mark, index } of text.matchAll(FORMULA_BEGINS)) {
    if (index < at) continue;
    const begins = index + mark.length;
    let end = ends.get(mark) ?? -1;
    if (end <= begins) {
      const next = text.indexOf(FORMULA_ENDS[mark] as string, begins + 1);
      end = next === -1 ? Number.POSITIVE_INFINITY : next;
      ends.set(mark, end);
    }
    if (end - begins > LONGEST_FORMULA) continue;
    replaced += text.slice(at, index) + replace(text.slice(index, end + mark.length));
    at = end + mark.length;
  }
  return replaced + text.slice(at);
}

function converted(html: string): string {
  const safe = sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href'], img: ['src', 'alt'], ol: ['start'], code: ['class'] },
    allowedSchemes: ['http', 'https', 'mailto', 'file'],
    nestingLimit: DEEPEST,
  });
  return service.turndown(safe).trim();
}

/** Maximum nesting depth, because the converter calls itself for each level. */
const DEEPEST = 200;

/** Converts a text whose type is stated to markdown. */
export const toMarkdown = (text: string, type: string | undefined): string =>
  /^text\/plain$/i.test(type ?? '') ? asMarkdown(text.trim()) : htmlToMarkdown(text);
