import type { Visit } from '../visit.ts';
import { type Html, html } from './html.ts';

/** Formats a percentage for the reader's language, rounded down, so that 100 means all. */
export const percentText = ({ reader }: Pick<Visit, 'reader'>, percent: number): string =>
  new Intl.NumberFormat(reader.language, { style: 'percent' }).format(Math.floor(percent) / 100);

/** Formats a number for the reader's language. */
export const numberText = ({ reader }: Pick<Visit, 'reader'>, value: number): string =>
  new Intl.NumberFormat(reader.language, { maximumFractionDigits: 2 }).format(value);

/** Shows the progress as a bar and in words. */
export const progress = (visit: Pick<Visit, 'reader' | 'say'>, percent: number, words?: string): Html => html`<div class="progress">
<progress value="${percent}" max="100" aria-hidden="true"></progress>
<span>${words ?? visit.say('page.learn.progress', { percent: percentText(visit, percent) })}</span></div>`;
