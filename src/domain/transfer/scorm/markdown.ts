import MarkdownIt from 'markdown-it';
import { escapeMarkup } from '../../kernel/escape-markup.ts';

/** Maximum depth of nested blocks. The time that each takes grows with their number. */
const DEEPEST = 20;
/** Maximum number of opening brackets. A text of the greatest length with more of them would hold up the process. */
const MOST_BRACKETS = 30_000;
const OPTIONS = { html: false, linkify: false, maxNesting: DEEPEST };
const FILE = /^file:[0-9a-f-]{36}$/i;

/** Tags in the text are shown as text. Links lead to web pages, mail addresses and files of the course only. */
const markdown = new MarkdownIt('default', OPTIONS);
const isUsual = markdown.validateLink;
markdown.validateLink = (url) => FILE.test(url) || (!/^\s*(file|data):/i.test(url) && isUsual(url));
markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('target', '_blank');
  tokens[index]?.attrSet('rel', 'noopener noreferrer');
  return self.renderToken(tokens, index, options);
};

/** Converts markdown to HTML. Where rendering would leave something out or take too long, the text is shown as it was written. */
export function htmlOf(text: string): string {
  if (hasTooManyBrackets(text)) return asWritten(text);
  const env = {};
  const tokens = markdown.parse(text, env);
  // The parser skips what lies deeper.
  return tokens.some(({ level }) => level >= DEEPEST - 1) ? asWritten(text) : markdown.renderer.render(tokens, markdown.options, env);
}

/** Converts markdown within a line, such as a choice, to HTML. */
export const inlineHtmlOf = (text: string): string => (hasTooManyBrackets(text) ? escaped(text) : markdown.renderInline(text));

const hasTooManyBrackets = (text: string): boolean => text.split('[', MOST_BRACKETS + 2).length > MOST_BRACKETS + 1;

const asWritten = (text: string): string => `<pre>${escaped(text)}</pre>\n`;

/** Escapes a text so that it is only text in HTML and XML. Characters that XML does not allow are left out. */
export const escaped = (text: string): string => escapeMarkup(text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ''));
