import type { Shape } from '../../kernel/contract.ts';
import { localDay, momentOf } from '../../studio/schedule/moments.ts';
import type { DayZero } from '../access/day-zero.ts';

/** The facts that determine when a lesson opened for a learner. */
export interface Opening {
  timezone: string;
  /** When the lesson opened by the schedule; null means that it was always open. */
  opensAt: string | null;
  dayZero: DayZero | null;
  firstOpenedAt: string;
}

/**
 * Returns when an assignment is due, in RFC 3339, or null if it is never due. A number of days counts from the day the lesson opened for the learner:
 * the day it opened by the schedule; day 0 if it was always open; or the day the learner first opened it if there is no day 0. Work that is submitted
 * after this moment is late.
 */
export function dueAt(due: Shape<'DueRule'>, { timezone, opensAt, dayZero, firstOpenedAt }: Opening): string | null {
  if (due.kind === 'none') return null;
  if (due.kind === 'date') return momentOf(timezone, due.date, 0, due.time);
  const day = opensAt === null && dayZero?.isKnown ? dayZero.day : localDay(timezone, opensAt ?? firstOpenedAt);
  return momentOf(timezone, day, due.days, due.time);
}
