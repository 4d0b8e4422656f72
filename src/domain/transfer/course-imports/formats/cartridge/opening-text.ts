import sanitizeHtml from 'sanitize-html';
import { postPolicy } from '../../../../community/discussions/html-pictures.ts';
import { Faults } from '../../../../kernel/errors.ts';
import { escapeMarkup } from '../../../../kernel/escape-markup.ts';
import { hasTooManyTags, plainText, sanitizedText } from '../../../../studio/lesson-content/text.ts';

/** Maximum number of characters of a post in a discussion. */
const LONGEST = 20_000;

/**
 * Returns the text that opens the topic of a lesson: its prompt, without the files of the course, which posts cannot show, and with links instead of pictures
 * from elsewhere. Returns the title if nothing remains, or more than a post may have.
 */
export function openingText(title: string, prompt: string): string {
  const faults = new Faults();
  const safe = (body: string) => sanitizedText({ format: 'html', body }, 'body', faults, postPolicy()).body;
  const shown = hasTooManyTags(prompt) ? '' : prompt;
  const text = safe(withoutFiles(safe(shown))).trim();
  const isFitting = faults.list.length === 0 && Array.from(text).length <= LONGEST && plainText(text).trim() !== '';
  return isFitting ? text : safe(`<p>${escapeMarkup(title)}</p>`);
}

/** Reduces links to files of the course to their text, and leaves out pictures that are such files. Unsafe content was removed before. */
const withoutFiles = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    allowedSchemes: ['http', 'https', 'mailto'],
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  });
