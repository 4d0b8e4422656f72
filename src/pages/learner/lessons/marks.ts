import { parseCookie } from 'cookie';
import type { Page, Visit } from '../../visit.ts';

/** Holds which questions of the running attempt a learner wants to look at again. It is nobody else's business, and changes no answer. */
const COOKIE = 'lms_marks';
const SECONDS = 24 * 3600;

export const markName = (question: number): string => `m${question}`;

/** The questions that are marked in this attempt, by their numbers. */
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

/** Changes the marks of the questions that a form showed: those from `first`, and `size` of them. */
export function withMarks(visit: Visit, attemptId: string, first: number, size: number): NonNullable<Page['cookie']> {
  const marks = marksOf(visit, attemptId);
  for (let index = first; index < first + size; index++) {
    if (visit.form[markName(index)] === 'on') marks.add(index);
    else marks.delete(index);
  }
  return { name: COOKIE, value: `${attemptId}.${[...marks].sort((one, other) => one - other).join('-')}`, seconds: SECONDS };
}
