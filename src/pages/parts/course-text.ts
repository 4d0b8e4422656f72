import type { Shape } from '../../domain/kernel/contract.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import type { Visit } from '../visit.ts';
import type { Html } from './html.ts';
import { markdownText } from './rich-text.ts';

/** Shows a description in plain text or Markdown. Documents of an editor belong to the web application that has it. */
export const prose = (description: unknown): Html | null => (typeof description === 'string' && description.trim() !== '' ? markdownText(description) : null);

/** Writes a price as the reader does. */
export const priceText = ({ say, language }: Visit['reader'], { amount, currency, includes_tax, is_free }: Shape<'Price'>): string => {
  if (is_free || amount === null) return say('page.course.free');
  const price = moneyText(language, amount, currency);
  return includes_tax ? price : say('page.course.plus_tax', { price });
};
