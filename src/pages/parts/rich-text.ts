import { randomBytes } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import type { Shape } from '../../domain/kernel/contract.ts';
import { escapeMarkup } from '../../domain/kernel/escape-markup.ts';
import { type FoundPart, partsIn } from '../../domain/kernel/formulas.ts';
import { RICH_TEXT } from '../../domain/studio/lesson-content/text.ts';
import type { MarkupPart, MarkupWriter } from '../../platform/markup/markup.ts';
import { Html } from './html.ts';
import { OUTSIDE_LINK, OUTSIDE_PICTURE } from './outside.ts';

type Files = readonly Pick<Shape<'LessonFile'>, 'id' | 'url'>[];

const markdown = new MarkdownIt('default', { html: false, linkify: true });

/** Prefix of the anchors in a text, so that they do not collide with those of the page. */
const ANCHOR = 't-';

/** Placeholder for a formula or a program, followed by a number or by the source. It is random, so that no author of a text can know it. */
const MARK = `m${randomBytes(12).toString('hex')}`;
const NUMBERED = new RegExp(`${MARK}n(\\d{1,6})n`, 'g');
const PENDING = new RegExp(`<${MARK}:([\\w-]*)>`, 'g');
/** Maximum number of formulas and programs on a page. Further ones are shown as source. */
const MOST_PARTS = 1000;
const MOST_CHARACTERS = 2 * 1024 * 1024;

type Pending = MarkupPart & { source: string };

const pending = (part: Pending): string => `<${MARK}:${Buffer.from(JSON.stringify(part)).toString('base64url')}>`;

const formula = ({ source, tex = '', isBlock }: FoundPart): string => pending({ source, tex, isBlock });

/** Shows a text written by anybody, whatever it contains. Pictures and links that name a file of the text get the URL of the file. */
export function richText({ format = 'markdown', body }: { format?: Shape<'TextFormat'>; body: string }, files: Files = []): Html {
  const found = new Map(files.map(({ id, url }) => [`file:${id}`, url]));
  const address = (name: 'href' | 'src', { [name]: url, ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes => {
    if (url === undefined) return others;
    return { ...others, [name]: url.startsWith('#') ? `#${ANCHOR}${url.slice(1)}` : (found.get(url) ?? url) };
  };
  const formulas: FoundPart[] = [];
  const text = sanitizeHtml(format === 'html' ? body : markdown.render(withoutFormulas(body, formulas)), {
    ...RICH_TEXT,
    allowedAttributes: { ...RICH_TEXT.allowedAttributes, img: [...RICH_TEXT.allowedAttributes.img, ...Object.keys(OUTSIDE_PICTURE)] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    transformTags: {
      // The page has its own h1.
      h1: 'h2',
      a: (tagName, attribs) => ({ tagName, attribs: { ...address('href', attribs), rel: OUTSIDE_LINK } }),
      img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...address('src', attribs), ...OUTSIDE_PICTURE } }),
      '*': (tagName, { id, ...attribs }) => ({ tagName, attribs: id === undefined ? attribs : { ...attribs, id: ANCHOR + id } }),
    },
  });
  return new Html(`<div class="prose" dir="auto">${withPending(text, formulas, format === 'html')}</div>`);
}

/** Replaces the formulas in a Markdown text with placeholders, because Markdown would interpret their characters as its own. */
const withoutFormulas = (body: string, formulas: FoundPart[]): string =>
  partsIn(body)
    .map((part) => (part.tex === undefined ? part.source : `${MARK}n${formulas.push(part) - 1}n`))
    .join('');

/** Inserts formulas and programs into sanitized markup, in which every `<` begins a tag. Text in code and in attributes is not a formula. */
function withPending(markup: string, formulas: readonly FoundPart[], isHtml: boolean): string {
  const asWritten = (text: string) => text.replaceAll(NUMBERED, (_, number: string) => escapeMarkup(formulas[Number(number)]?.source ?? ''));
  const put = (text: string) => {
    if (isHtml) return text.includes('$') || text.includes('\\') ? inText(plain(text)) : text;
    return text.replaceAll(NUMBERED, (_, number: string) => formula(formulas[Number(number)] as FoundPart));
  };
  let [written, codes, language]: [string, number, string | null] = ['', 0, null];
  for (const piece of markup.split(/(?=<)/)) {
    const end = piece.startsWith('<') ? piece.indexOf('>') + 1 : 0;
    const [tag, text] = [piece.slice(0, end), piece.slice(end)];
    if (/^<(?:code|pre|kbd|samp)\b/.test(tag)) codes += 1;
    else if (/^<\/(?:code|pre|kbd|samp)\b/.test(tag)) codes = Math.max(0, codes - 1);
    language = /^<code class="language-([\w+#-]{1,30})/.exec(tag)?.[1] ?? null;
    const code = codes > 0 ? plain(asWritten(text)) : '';
    if (language !== null && codes > 1) written += tag + pending({ code, language: language.toLowerCase(), source: code });
    else written += asWritten(tag) + (codes > 0 ? asWritten(text) : put(text));
  }
  return written;
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&#39;': "'" };

const plain = (text: string): string => text.replaceAll(/&(?:lt|gt|quot|amp|#39);/g, (entity) => ENTITIES[entity] as string);

const inText = (text: string): string =>
  partsIn(text)
    .map((part) => (part.tex === undefined ? escapeMarkup(part.source) : formula(part)))
    .join('');

/** Shows a text in Markdown. */
export const markdownText = (body: string, files: Files = []): Html => richText({ body }, files);

/** Shows a short text with formulas, but without other markup. */
export const formulaText = (text: string): Html => new Html(inText(text));

/** Whether this part of a page contains formulas or programs. */
export const hasParts = ({ text }: Html): boolean => text.includes(`<${MARK}`);

/** Writes the formulas and programs of a page, which are rendered separately from it. */
export async function withParts(page: string, writer: MarkupWriter): Promise<string> {
  if (!page.includes(`<${MARK}`)) return page;
  const parts = [...page.matchAll(PENDING)].map(([, text = '']) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Pending);
  const asked = parts
    .slice(0, MOST_PARTS)
    .map((part): MarkupPart => ('tex' in part ? { tex: part.tex, isBlock: part.isBlock } : { code: part.code, language: part.language }));
  const written = await writer.write(asked);
  let [index, left] = [0, MOST_CHARACTERS];
  return page.replaceAll(PENDING, () => {
    const part = parts[index] as Pending;
    const markup = written[index++] ?? null;
    left -= markup?.length ?? 0;
    if (markup !== null && left > 0) return markup;
    return 'tex' in part ? `<code>${escapeMarkup(part.source)}</code>` : escapeMarkup(part.source);
  });
}
