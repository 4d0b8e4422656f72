import sanitizeHtml from 'sanitize-html';
import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';

/** A file of the course. No other use of the scheme `file` is allowed. */
export const FILE_OF_COURSE = /^file:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the attribute with an address, unless the address is that of a file elsewhere. */
export function address(name: 'href' | 'src', value: string | undefined): Record<string, string> {
  if (value === undefined) return {};
  const isOtherFile =
    value
      .replaceAll(/[^!-~]/g, '')
      .toLowerCase()
      .startsWith('file:') && !FILE_OF_COURSE.test(value);
  return isOtherFile ? {} : { [name]: value };
}

/** Allows structure, text, links, images and tables, but no scripts, styles, forms or frames. Opened links get no reference to their opener. */
export const RICH_TEXT = {
  allowedTags: [
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'kbd',
    'samp',
    'var',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'ins',
    'mark',
    'small',
    'sub',
    'sup',
    'abbr',
    'cite',
    'q',
    'time',
    'a',
    'img',
    'figure',
    'figcaption',
    'table',
    'caption',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'div',
    'span',
    'section',
    'details',
    'summary',
  ],
  allowedAttributes: {
    '*': ['id', 'lang', 'dir', 'title'],
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'type', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    code: ['class'],
    time: ['datetime'],
    details: ['open'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'file'],
  allowedSchemesByTag: { img: ['https', 'file'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, { href, ...attribs }) => ({ tagName, attribs: { ...address('href', href), ...attribs, rel: 'noopener noreferrer' } }),
    img: (tagName, { src, ...attribs }) => ({ tagName, attribs: { ...address('src', src), ...attribs } }),
  },
} satisfies sanitizeHtml.IOptions;

const LONGEST = 200_000;

/** Maximum number of tags. In the worst case, the time for sanitisation grows with the square of their number. */
const MOST_TAGS = 10_000;

export const hasTooManyTags = (html: string): boolean => html.split('<', MOST_TAGS + 2).length > MOST_TAGS + 1;

/** Sanitises the content of a lesson. */
export const finishText = (content: Shape<'TextContent'>, faults: Faults): Shape<'TextContent'> => sanitizedText(content, 'content.body', faults);

/** Sanitises a text in HTML. This can make it longer, because `&` becomes `&amp;`. Adds a fault if it has too many tags or becomes too long. */
export function sanitizedText<Text extends Shape<'TextContent'>>(text: Text, field: string, faults: Faults, policy: sanitizeHtml.IOptions = RICH_TEXT): Text {
  if (text.format !== 'html') return text;
  if (hasTooManyTags(text.body)) {
    faults.add(field, 'too_many', `Must contain at most ${MOST_TAGS} tags.`);
    return text;
  }
  const body = sanitizeHtml(text.body, policy);
  if (body.length > LONGEST && [...body].length > LONGEST) faults.add(field, 'too_long', `Must be at most ${LONGEST} characters after sanitisation.`);
  return { ...text, body };
}

/** The tags at which a line begins or ends in the text without markup. */
const LINES = ['br', 'hr', 'p', 'div', 'li', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'tr', 'td', 'th', 'figcaption', 'summary'];
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Returns a text without tags, as people read it. Markdown syntax stays. */
export const plainText = (body: string): string =>
  (hasTooManyTags(body) ? body : sanitizeHtml(body, { allowedTags: LINES, allowedAttributes: {} }))
    .split('<')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join('\n')
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] as string);
