import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import type { Shape } from '../../domain/kernel/contract.ts';
import { RICH_TEXT } from '../../domain/studio/lesson-content/text.ts';
import { Html } from './html.ts';

type Files = readonly Pick<Shape<'LessonFile'>, 'id' | 'url'>[];

const markdown = new MarkdownIt('default', { html: false, linkify: true });

/** Anchors in a text begin like this, so that none of them is one of the page. */
const ANCHOR = 't-';

/** Shows a text that somebody has written, whatever is in it. Its pictures and links that name a file of the text get the URL of the file. */
export function richText({ format = 'markdown', body }: { format?: Shape<'TextFormat'>; body: string }, files: Files = []): Html {
  const found = new Map(files.map(({ id, url }) => [`file:${id}`, url]));
  const address = (name: 'href' | 'src', { [name]: url, ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes => {
    if (url === undefined) return others;
    return { ...others, [name]: url.startsWith('#') ? `#${ANCHOR}${url.slice(1)}` : (found.get(url) ?? url) };
  };
  const text = sanitizeHtml(format === 'html' ? body : markdown.render(body), {
    ...RICH_TEXT,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    transformTags: {
      // The page has a first heading of its own.
      h1: 'h2',
      a: (tagName, attribs) => ({ tagName, attribs: { ...address('href', attribs), rel: 'noopener noreferrer' } }),
      img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...address('src', attribs), loading: 'lazy' } }),
      '*': (tagName, { id, ...attribs }) => ({ tagName, attribs: id === undefined ? attribs : { ...attribs, id: ANCHOR + id } }),
    },
  });
  return new Html(`<div class="prose">${text}</div>`);
}

/** Shows a text in Markdown. */
export const markdownText = (body: string, files: Files = []): Html => richText({ body }, files);
