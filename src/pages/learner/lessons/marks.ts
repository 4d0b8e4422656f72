import { parseCookie } from 'cookie';
import type { Page, Visit } from '../../visit.ts';

/** Cookie with the questions of the current attempt that the learner wants to look at again. The marks are private, and do not change any answer. */
const COOKIE = 'lms_marks';
const SECONDS = 24 * 3600;

export const markName = (question: number): string => `m${question}`;

/** Returns the numbers of the questions that are marked in this attempt. */
export function marksOf({ req }: Visit, attemptId: string): Set<number> {
  const [id, numbers = ''] = (parseCookie(req.headers.cookie ?? '')[COOKIE] ?? '').split('.');
  return new Set(
    id === attemptId
      ? numbers
          .split('-')
          .filter((text) => /^\d{1,3}$/.test(text))
          .map(Number)
      : [],
  );
}

/** Returns the cookie with the marks of a form that showed `size` questions from `first`. */
export function withMarks(visit: Visit, attemptId: string, first: number, size: number): NonNullable<Page['cookie']> {
  const marks = marksOf(visit, attemptId);
  for (let index = first; index < first + size; index++) {
    if (visit.form[markName(index)] === 'on') marks.add(index);
    else marks.delete(index);
  }
  return { name: COOKIE, value: `${attemptId}.${[...marks].sort((one, other) => one - other).join('-')}`, seconds: SECONDS };
}
