import type { Shape } from '../../domain/kernel/contract.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import type { Visit } from '../visit.ts';
import { type Html, html } from './html.ts';

/** Shows the paragraphs of a description that is plain text. Others belong to the editor of a web application. */
export const prose = (description: unknown): Html | null =>
  typeof description === 'string' && description.trim() !== '' ? html`${description.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)}` : null;

/** Writes a price as the reader does. */
export const priceText = ({ say, language }: Visit['reader'], { amount, currency, includes_tax, is_free }: Shape<'Price'>): string => {
  if (is_free || amount === null) return say('page.course.free');
  const price = moneyText(language, amount, currency);
  return includes_tax ? price : say('page.course.plus_tax', { price });
};
