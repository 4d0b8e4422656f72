import type { Shape } from '../../kernel/contract.ts';
import { localDay, momentOf, type Window } from '../../kernel/moments.ts';
import type { DayZero } from './day-zero.ts';
import { type CourseFacts, opensAt } from './lock.ts';
import { type Override, overriding } from './overrides.ts';

type DueRule = Shape<'DueRule'>;

/** The facts that determine when a lesson opened for a learner. */
export interface Opening {
  timezone: string;
  /** When the lesson opened by the schedule; null means that it was always open. */
  opensAt: string | null;
  dayZero: DayZero | null;
  /** Null if the learner has not opened the lesson yet. */
  firstOpenedAt: string | null;
}

/** The fields of a lesson that determine when work is due. */
export interface DueLesson extends Window {
  is_free_preview: boolean;
  /** Null if the work is never due. */
  due: DueRule | null;
}

/**
 * Returns when work is due, in RFC 3339, or null if it is never due or the day is not known yet. A number of days counts from the day the lesson opened
 * for the learner: the day it opened by the schedule; day 0 if it was always open; or the day the learner first opened it if there is no day 0.
 */
export function dueAt(due: DueRule, { timezone, opensAt: opened, dayZero, firstOpenedAt }: Opening): string | null {
  if (due.kind === 'none') return null;
  if (due.kind === 'date') return momentOf(timezone, due.date, 0, due.time);
  const first = opened ?? firstOpenedAt;
  const day = opened === null && dayZero?.isKnown ? dayZero.day : first && localDay(timezone, first);
  return day && momentOf(timezone, day, due.days, due.time);
}

/** Returns when a learner's work in a lesson is due, by the learner's overrides or else by the lesson. No other code may decide this. */
export function dueFor(
  course: CourseFacts,
  dayZero: DayZero | null,
  lesson: DueLesson,
  overrides: readonly Override[],
  firstOpenedAt: string | null,
): string | null {
  return latestOf(overriding(overrides, 'due') ?? (lesson.due ? [lesson.due] : []), openingFor(course, dayZero, lesson, firstOpenedAt));
}

/** Returns when a lesson closes for a learner by their overrides. Null means never; undefined means that no override sets it. */
export function closingFor(
  course: CourseFacts,
  dayZero: DayZero | null,
  lesson: Omit<DueLesson, 'due'>,
  overrides: readonly Override[],
  firstOpenedAt: string | null,
): string | null | undefined {
  const rules = overriding(overrides, 'closes');
  return rules && latestOf(rules, openingFor(course, dayZero, lesson, firstOpenedAt));
}

const openingFor = (course: CourseFacts, dayZero: DayZero | null, lesson: Omit<DueLesson, 'due'>, firstOpenedAt: string | null): Opening => ({
  timezone: course.timezone,
  opensAt: lesson.is_free_preview ? null : opensAt(course, dayZero, lesson),
  dayZero,
  firstOpenedAt,
});

/** Returns the latest moment that the rules yield, or null if one of them is `none`. */
function latestOf(rules: readonly DueRule[], opening: Opening): string | null {
  if (rules.some(({ kind }) => kind === 'none')) return null;
  return (
    rules
      .map((rule) => dueAt(rule, opening))
      .filter((moment) => moment !== null)
      .sort()
      .at(-1) ?? null
  );
}

/** Returns the due moment by which lateness is judged: the later of the due moment at hand-in and the current one. Null means never late. */
export const countingDue = (atHandIn: string | null, now: string | null): string | null =>
  atHandIn === null || now === null ? null : atHandIn > now ? atHandIn : now;

/** Returns the number of milliseconds by which work is late, or 0 if it is not late. A due time includes its whole minute. */
export const latenessMs = (submittedAt: string, due: string | null): number =>
  due === null || Date.parse(submittedAt) < Date.parse(due) + 60_000 ? 0 : Date.parse(submittedAt) - Date.parse(due);
