import type { Shape } from '../domain/kernel/contract.ts';
import { type Html, html } from './html.ts';
import type { Visit } from './visit.ts';

/** Shows the paragraphs of a description that is plain text. Others belong to the editor of a web application. */
export const prose = (description: unknown): Html | null =>
  typeof description === 'string' && description.trim() !== '' ? html`${description.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)}` : null;

/** Writes a price as the reader does. Amounts are in the smallest unit of the currency. */
export function priceText({ say, language }: Visit['reader'], { amount, currency, is_free }: Shape<'Price'>): string {
  if (is_free || amount === null) return say('page.course.free');
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
