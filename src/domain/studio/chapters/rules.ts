import { ValidationError } from '../../kernel/errors.ts';

export const MOST_CHAPTERS = 500;

/** @throws ValidationError when a course with `count` chapters is full */
export function requireRoom(count: number): void {
  if (count >= MOST_CHAPTERS) throw new ValidationError([{ field: 'body', code: 'too_many', message: `A course can have at most ${MOST_CHAPTERS} chapters.` }]);
}
