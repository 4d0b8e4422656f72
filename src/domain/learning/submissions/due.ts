import type { Shape } from '../../kernel/contract.ts';
import { localDay, momentOf } from '../../studio/schedule/moments.ts';
import type { DayZero } from '../access/day-zero.ts';

/** What tells when a lesson opened for a learner. */
export interface Opening {
  timezone: string;
  /** By the schedule; null: it was always open. */
  opensAt: string | null;
  dayZero: DayZero | null;
  firstOpenedAt: string;
}

/**
 * When an assignment is due, in RFC 3339; null: never. A number of days counts from the day the lesson opened for the learner: by the schedule, or on
 * day 0 where it was always open, or where there is none on the day they first opened it. What comes after this moment is late.
 */
export function dueAt(due: Shape<'DueRule'>, { timezone, opensAt, dayZero, firstOpenedAt }: Opening): string | null {
  if (due.kind === 'none') return null;
  if (due.kind === 'date') return momentOf(timezone, due.date, 0, due.time);
  const day = opensAt === null && dayZero?.isKnown ? dayZero.day : localDay(timezone, opensAt ?? firstOpenedAt);
  return momentOf(timezone, day, due.days, due.time);
}
