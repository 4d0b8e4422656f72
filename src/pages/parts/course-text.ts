import type { Shape } from '../../domain/kernel/contract.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import type { Visit } from '../visit.ts';
import type { Html } from './html.ts';
import { richDocument } from './rich-document.ts';
import { markdownText } from './rich-text.ts';

/** Shows a description in plain text, Markdown, or the document of an editor. */
export function prose(description: unknown): Html | null {
  if (typeof description !== 'string') return richDocument(description);
  return description.trim() === '' ? null : markdownText(description);
}

/** Formats a price for the reader's language. */
export const priceText = ({ say, language }: Visit['reader'], { amount, currency, includes_tax, is_free }: Shape<'Price'>): string => {
  if (is_free || amount === null) return say('page.course.free');
  const price = moneyText(language, amount, currency);
  return includes_tax ? price : say('page.course.plus_tax', { price });
};
