import type { Shape } from '../../kernel/contract.ts';
import { Faults, ValidationError } from '../../kernel/errors.ts';
import { checkContent } from '../lesson-content/check-content.ts';

/** Maximum number of lessons in a chapter. */
export const MOST_LESSONS = 2000;

/** @throws ValidationError when a chapter with `count` lessons is full */
export function requireRoom(count: number): void {
  if (count >= MOST_LESSONS) throw new ValidationError([{ field: 'body', code: 'too_many', message: `A chapter can have at most ${MOST_LESSONS} lessons.` }]);
}

/** Every field that a creator writes in a lesson, except its position. All of them have a value. */
export type LessonFields = Omit<Required<Shape<'LessonWrite'>>, 'position'>;

/**
 * Checks the content and the schedule, and returns the lesson with its content in canonical form. A lesson without an opening day is open
 * from day 0 at 00:00.
 * @throws ValidationError listing every fault
 */
export function checkLesson(lesson: LessonFields): LessonFields {
  const faults = new Faults();
  for (const edge of ['opens', 'closes'] as const) {
    if (lesson[`${edge}_time`] !== null && lesson[`${edge}_day_offset`] === null) {
      faults.add(`${edge}_time`, 'not_allowed', `Requires ${edge}_day_offset.`);
    }
  }
  const opens = moment(lesson.opens_day_offset ?? 0, lesson.opens_time);
  if (lesson.closes_day_offset !== null && moment(lesson.closes_day_offset, lesson.closes_time) <= opens) {
    faults.add('closes_day_offset', 'before_opening', 'The lesson must close after it opens.');
  }
  const content = checkContent(lesson.content_type, lesson.content, faults);
  faults.check();
  return { ...lesson, content };
}

/** Returns the minutes since day 0 at 00:00, by the wall clock. */
function moment(day: number, time: string | null): number {
  const [hours = 0, minutes = 0] = (time ?? '00:00').split(':').map(Number);
  return day * 24 * 60 + hours * 60 + minutes;
}
