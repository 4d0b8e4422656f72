import { closed, listOf, NUMBER, oneOf, orNull, TEXT, TRUTH } from '../../kernel/answer-schema.ts';
import type { Shape } from '../../kernel/contract.ts';

export type ContentType = Shape<'ContentType'>;

const question = (type: string, members: Parameters<typeof closed>[0]) =>
  closed({ type: oneOf(type), prompt: TEXT, points: NUMBER, explanation: orNull(TEXT), ...members });
const CHOICES = listOf(closed({ id: TEXT, text: TEXT }));

const QUESTIONS = [
  question('single', { choices: CHOICES, correct_choice_id: TEXT }),
  question('multiple', { choices: CHOICES, correct_choice_ids: listOf(TEXT) }),
  question('true_false', { correct: TRUTH }),
  question('short_text', { accepted_answers: listOf(TEXT) }),
  question('numeric', { correct_value: NUMBER, tolerance: NUMBER, unit: orNull(TEXT) }),
  question('essay', { grading_notes: orNull(TEXT) }),
  question('matching', { pairs: listOf(closed({ id: TEXT, left: TEXT, right: TEXT })), distractors: listOf(TEXT) }),
  question('ordering', { items: listOf(closed({ id: TEXT, text: TEXT })) }),
];

interface DraftKind {
  /** The shape of the content: a part of what the studio accepts for the content type. */
  content: Parameters<typeof listOf>[0];
  /** The rules that the model must know to write the content. */
  rules: string;
}

/** The parts of each content type that a model may draft. */
export const DRAFTS: { readonly [Type in ContentType]: DraftKind } = {
  lesson: {
    content: closed({ format: oneOf('markdown'), body: TEXT }),
    rules: 'The content is a text to read, in CommonMark: "body", at most 20,000 characters, with headings, examples and a short summary.',
  },
  quiz: {
    content: closed({ instructions: orNull(TEXT), questions: listOf({ anyOf: QUESTIONS }) }),
    rules: `The content is a quiz with as many questions as "question_count" says, or five if it is null. "id" of a choice, pair or item consists of letters, digits, - and _, and is unique within its question. A question of type single or multiple has at least two choices, and its key names their IDs. One of type matching has at least two pairs, and one of type ordering at least two items, in their right order. "points" is from 0 to 1,000, with at most two decimals. "explanation" says why the answer is right; "grading_notes" of an essay says what a good answer contains.`,
  },
  assignment: {
    content: closed({ instructions: TEXT, submission_kinds: listOf(oneOf('text', 'file', 'url')), points: NUMBER, sample_solution: orNull(TEXT) }),
    rules:
      'The content is work for learners to submit. "instructions" says in CommonMark what to do and what counts. "submission_kinds" lists each kind of work that they may submit, once. "points" is from 1 to 1,000. "sample_solution" is for graders.',
  },
  video: {
    content: closed({ source: oneOf('youtube', 'vimeo', 'file'), url: TEXT }),
    rules: 'The content shows the video at "url" of the request. "url" repeats it exactly; "source" is youtube or vimeo if it is hosted there, or else file.',
  },
  document: {
    content: closed({ source: oneOf('url'), url: TEXT, file_name: orNull(TEXT), is_downloadable: TRUTH }),
    rules: 'The content shows the document at "url" of the request. "url" repeats it exactly; "file_name" is the name to save it under, with its extension.',
  },
  embed: {
    content: closed({ url: TEXT, title: orNull(TEXT), aspect_ratio: oneOf('16:9', '4:3', '1:1', '9:16', 'auto') }),
    rules: 'The content shows the page at "url" of the request in a frame. "url" repeats it exactly; "title" names the frame for screen readers.',
  },
};

/** Whether lessons of the type show something at a URL, which a model must not invent. */
export const showsUrl = (type: ContentType): type is 'video' | 'document' | 'embed' => type === 'video' || type === 'document' || type === 'embed';
