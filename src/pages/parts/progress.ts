import type { Visit } from '../visit.ts';
import { type Html, html } from './html.ts';

/** Writes a percentage as the reader does, rounded down, so that 100 means all. */
export const percentText = ({ reader }: Pick<Visit, 'reader'>, percent: number): string =>
  new Intl.NumberFormat(reader.language, { style: 'percent' }).format(Math.floor(percent) / 100);

/** Writes a number as the reader does. */
export const numberText = ({ reader }: Pick<Visit, 'reader'>, value: number): string =>
  new Intl.NumberFormat(reader.language, { maximumFractionDigits: 2 }).format(value);

/** Shows how much is done, in a bar and in words. */
export const progress = (visit: Pick<Visit, 'reader' | 'say'>, percent: number, words?: string): Html => html`<div class="progress">
<progress value="${percent}" max="100" aria-hidden="true"></progress>
<span>${words ?? visit.say('page.learn.progress', { percent: percentText(visit, percent) })}</span></div>`;
