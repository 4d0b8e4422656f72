import type { Shape } from '../../../domain/kernel/contract.ts';
import { faultText } from '../../parts/form.ts';
import { type Html, html, type Part } from '../../parts/html.ts';
import { numberText } from '../../parts/progress.ts';
import { markdownText } from '../../parts/rich-text.ts';
import type { Visit } from '../../visit.ts';
import { fieldName, type Question } from './answers.ts';
import { markName } from './marks.ts';

type Files = readonly Shape<'LessonFile'>[];

interface Asked {
  visit: Visit;
  question: Question;
  index: number;
  /** The form fields that were saved or submitted. */
  values: Readonly<Record<string, string>>;
  files: Files;
  /** Whether the learner wants to look at the question again. */
  isMarked: boolean;
}

const LONGEST_TEXT = 300_000;

const choice = (name: string, type: 'radio' | 'checkbox', value: string, isChosen: boolean, text: Html): Html =>
  html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${isChosen && html` checked`}> <span>${text}</span></label>`;

/** Writes a list of choices for one side of a pair or for the place of an item. */
function list({ visit: { say }, values }: Asked, name: string, label: Html, options: readonly { value: string; text: string }[]): Html {
  return html`<div class="pair"><label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">${say('page.quiz.choose')}</option>
${options.map(({ value, text }) => html`<option value="${value}"${values[name] === value && html` selected`}>${text}</option>`)}</select></div>`;
}

function wordsText({ say }: Visit, { min_words: min, max_words: max }: Question): string | null {
  if (min !== null && max !== null) return say('page.quiz.words', { min: String(min), max: String(max) });
  if (min !== null) return say('page.quiz.words_min', { min: String(min) });
  return max === null ? null : say('page.quiz.words_max', { max: String(max) });
}

function controls(asked: Asked): Part {
  const { visit, question, index, values, files } = asked;
  const { say } = visit;
  const { type, choices, lefts, rights, unit } = question;
  const name = fieldName(index);
  const value = values[name] ?? '';
  switch (type) {
    case 'single':
      return choices.map(({ id, text }) => choice(name, 'radio', id, value === id, markdownText(text, files)));
    case 'true_false':
      return (['true', 'false'] as const).map((one) => choice(name, 'radio', one, value === one, html`${say(`page.quiz.${one}`)}`));
    case 'multiple':
      return choices.map(({ text }, at) => choice(fieldName(index, at), 'checkbox', 'on', values[fieldName(index, at)] === 'on', markdownText(text, files)));
    case 'matching':
      return lefts.map(({ text }, at) =>
        list(
          asked,
          fieldName(index, at),
          markdownText(text, files),
          rights.map((right, number) => ({ value: String(number), text: right })),
        ),
      );
    case 'ordering':
      return html`<p class="hint">${say('page.quiz.twice')}</p>${choices.map(({ text }, at) =>
        list(
          asked,
          fieldName(index, at),
          markdownText(text, files),
          choices.map((_, place) => ({ value: String(place + 1), text: String(place + 1) })),
        ),
      )}`;
    case 'essay':
      return html`${wordsText(visit, question) && html`<p class="hint">${wordsText(visit, question)}</p>`}
<label for="${name}">${say('page.quiz.answer')}</label><textarea id="${name}" name="${name}" rows="10" maxlength="${LONGEST_TEXT}">${value}</textarea>`;
    default:
      return html`<label for="${name}">${say(type === 'numeric' ? 'page.quiz.number' : 'page.quiz.answer')}${unit && ` (${unit})`}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="off"${type === 'numeric' && html` inputmode="decimal"`}>`;
  }
}

export function ask(asked: Asked): Html {
  const { visit, question, index, files, isMarked } = asked;
  const fault = faultText(visit, fieldName(index));
  return html`<fieldset class="card question" id="q${index}"><legend>${visit.say('page.quiz.question', { number: String(index + 1) })}</legend>
<p class="quiet">${visit.say('page.quiz.points', { count: question.points })}</p>
${markdownText(question.prompt, files)}
${fault && html`<p class="fault">${fault}</p>`}
${controls(asked)}
<label class="choice quiet"><input type="checkbox" name="${markName(index)}" value="on"${isMarked && html` checked`}> ${visit.say('page.quiz.mark')}</label></fieldset>`;
}

/** Writes an answer, given or correct, in words. */
export function answerText({ say, reader }: Visit, question: Question, answer: Partial<Shape<'GivenAnswer'> & Shape<'CorrectAnswer'>>): string | null {
  const { choices, lefts, type, unit } = question;
  const textOf = (id: string) => choices.find((one) => one.id === id)?.text ?? id;
  const { choice_ids = [], is_true, text, texts = [], number, pairs = [] } = answer;
  if (choice_ids.length > 0) return type === 'ordering' ? choice_ids.map(textOf).join(' → ') : reader.list(choice_ids.map(textOf));
  if (is_true !== null && is_true !== undefined) return say(is_true ? 'page.quiz.true' : 'page.quiz.false');
  if (number !== null && number !== undefined) return `${numberText({ reader }, number)}${unit ? ` ${unit}` : ''}`;
  if (pairs.length > 0) return pairs.map(({ id, right }) => `${lefts.find((left) => left.id === id)?.text ?? id} – ${right}`).join('; ');
  if (texts.length > 0) return reader.list(texts);
  return text || null;
}
