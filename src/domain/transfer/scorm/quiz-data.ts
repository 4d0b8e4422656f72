import { createHash } from 'node:crypto';
import type { Shape } from '../../kernel/contract.ts';
import type { Labels } from './labels.ts';
import { linked, type PackagedFile } from './lesson-page.ts';
import { htmlOf, inlineHtmlOf } from './markdown.ts';

/** The data that the player has about a lesson in addition to its page. */
export interface PlayerData {
  language: string;
  written: string;
  labels: Labels;
  quiz: object | null;
}

const FINGERPRINT_LENGTH = 8;

/** Returns a quiz as the player needs it: with its texts as HTML, and without what only graders see. */
export function quizData({ due: _due, instructions: _shown, ...quiz }: Shape<'QuizContent'>, files: readonly PackagedFile[]): object {
  const questions = quiz.questions.map((question) => {
    if (question.type !== 'essay') return question;
    const { grading_notes: _notes, ...rest } = question;
    return rest;
  });
  const html = Object.fromEntries(
    questions.map((question) => [
      question.id ?? '',
      {
        prompt: linked(htmlOf(question.prompt), files),
        explanation: question.explanation === null ? null : linked(htmlOf(question.explanation), files),
        items: Object.fromEntries(itemsOf(question as Shape<'QuizQuestion'>).map(({ id, text }) => [id, linked(inlineHtmlOf(text), files)])),
      },
    ]),
  );
  // Saved answers refer to questions and choices by their places, so they fit this quiz only.
  const fingerprint = createHash('sha256').update(JSON.stringify(questions)).digest('base64url').slice(0, FINGERPRINT_LENGTH);
  return { ...quiz, questions, html, fingerprint };
}

function itemsOf(question: Shape<'QuizQuestion'>): { id: string; text: string }[] {
  switch (question.type) {
    case 'single':
    case 'multiple':
      return question.choices;
    case 'ordering':
      return question.items;
    case 'matching':
      return question.pairs.map(({ id, left }) => ({ id, text: left }));
    default:
      return [];
  }
}

/**
 * Writes `lesson.js`. The data is not readable at a glance, so that nobody comes across the answer key by chance. It is no secret from somebody who
 * looks for it, because the browser has to score the quiz.
 */
export function lessonScript(data: PlayerData): string {
  const bytes = Buffer.from(JSON.stringify(data));
  for (let index = 0; index < bytes.length; index++) bytes[index] = (bytes[index] as number) ^ maskAt(index);
  return `globalThis.lessonData = '${bytes.toString('base64')}';\n`;
}

/** Returns the mask of the byte at an index. The player computes the same one. */
const maskAt = (index: number): number => (index * 31 + 97) & 255;
