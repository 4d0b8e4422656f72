import type { Shape } from '../../../../kernel/contract.ts';
import { escapeMarkup } from '../../../../kernel/escape-markup.ts';
import { baseName } from './entries.ts';
import type { Shown } from './source.ts';
import { elementAt, elementsOf, textOf, type XmlElement } from './xml.ts';

export const LONGEST_TITLE = 200;

/** Returns the beginning of a text, on one line. Several spaces in a row are kept, as they are in a title that comes back from an export. */
export const cut = (text: string, length = LONGEST_TITLE): string =>
  Array.from(text.trim().replaceAll(/\s+/g, (run) => (/[^ ]/.test(run) ? ' ' : run)))
    .slice(0, length)
    .join('')
    .trim();

/** Returns the lesson that holds a text in HTML. */
export const textLesson = (body: string): Shown => ({ content_type: 'lesson', content: { format: 'html', body } as Shape<'TextContent'> });

export const linkHtml = (url: string, title: string): string =>
  url === '' ? `<p>${escapeMarkup(title)}</p>` : `<p><a href="${escapeMarkup(url)}">${escapeMarkup(title || url)}</a></p>`;

/** Returns the HTML of a prompt: its text, whose type is stated beside it, and links to its attachments. */
export const promptHtml = (root: XmlElement): string => textHtml(elementAt(root, 'text')) + attachmentsHtml(root);

function textHtml(element: XmlElement | undefined): string {
  const text = textOf(element);
  return /plain/i.test(element?.attributes.texttype ?? '') ? `<p>${escapeMarkup(text).replaceAll('\n', '<br>')}</p>` : text;
}

const attachmentsHtml = (root: XmlElement): string =>
  elementsOf(elementAt(root, 'attachments'), 'attachment')
    .flatMap(({ attributes }) => attributes.href ?? [])
    .map((href) => linkHtml(href, baseName(href)))
    .join('');
