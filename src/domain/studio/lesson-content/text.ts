import sanitizeHtml from 'sanitize-html';
import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';

/** A file of the course, which is the only use of the scheme `file` that is allowed. */
const FILE_OF_COURSE = /^file:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function address(name: 'href' | 'src', value: string | undefined): Record<string, string> {
  if (value === undefined) return {};
  const isOtherFile =
    value
      .replaceAll(/[^!-~]/g, '')
      .toLowerCase()
      .startsWith('file:') && !FILE_OF_COURSE.test(value);
  return isOtherFile ? {} : { [name]: value };
}

/** Allows structure, text, links, images and tables, but no scripts, styles, forms or frames. Opened links get no reference to their opener. */
const POLICY: sanitizeHtml.IOptions = {
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
};

const LONGEST = 200_000;

/** The time that sanitization takes grows with the square of the number of tags, in the worst case. */
const MOST_TAGS = 10_000;

/** Sanitizes HTML content. This can make it longer, because `&` becomes `&amp;`. */
export function finishText(content: Shape<'TextContent'>, faults: Faults): Shape<'TextContent'> {
  if (content.format !== 'html') return content;
  if (content.body.split('<', MOST_TAGS + 2).length > MOST_TAGS + 1) {
    faults.add('content.body', 'too_many', `Must contain at most ${MOST_TAGS} tags.`);
    return content;
  }
  const body = sanitizeHtml(content.body, POLICY);
  if (body.length > LONGEST && [...body].length > LONGEST) faults.add('content.body', 'too_long', `Must be at most ${LONGEST} characters after sanitization.`);
  return { ...content, body };
}
