import MarkdownIt from 'markdown-it';
import { escapeMarkup } from '../../kernel/escape-markup.ts';

const FILE = /^file:[0-9a-f-]{36}$/i;

/** Tags in the text are shown as text. Links lead to web pages, mail addresses and files of the course only. */
const markdown = new MarkdownIt('default', { html: false, linkify: false });
const isUsual = markdown.validateLink;
markdown.validateLink = (url) => FILE.test(url) || (!/^\s*(file|data):/i.test(url) && isUsual(url));
markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('target', '_blank');
  tokens[index]?.attrSet('rel', 'noopener noreferrer');
  return self.renderToken(tokens, index, options);
};

export const htmlOf = (text: string): string => markdown.render(text);

/** For a text within a line, such as a choice. */
export const inlineHtmlOf = (text: string): string => markdown.renderInline(text);

/** Writes a text so that it is only text in HTML and XML. Characters that XML does not allow are left out. */
export const escaped = (text: string): string => escapeMarkup(text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ''));
