import type { Shape } from '../../kernel/contract.ts';
import { windowOf } from '../../kernel/moments.ts';
import { daysLater } from '../../studio/schedule/days.ts';

export type SlotTimes = Omit<Shape<'MeetingSlot'>, 'id' | 'cohort_id'>;

/** A meeting of a slot, as determined by the slot. */
export interface Occurrence {
  date: string;
  starts_at: string;
  ends_at: string;
  place: string | null;
  is_cancelled: boolean;
}

/** Returns the days on which a slot meets, in order. */
export function daysOf({ first_date, last_date, every_weeks }: SlotTimes): string[] {
  const days = [];
  for (let day = first_date; day <= (last_date ?? first_date); day = daysLater(day, 7 * every_weeks)) days.push(day);
  return days;
}

/**
 * Returns the meetings of a slot, including exceptions for single days. Wall-clock times resolve in the same way as the opening and closing times of lessons.
 */
export function occurrencesOf(timezone: string, slot: SlotTimes): Occurrence[] {
  const exceptions = new Map(slot.exceptions.map((exception) => [exception.date, exception]));
  return daysOf(slot).map((date) => {
    const { is_cancelled = false, start_time, end_time, place } = exceptions.get(date) ?? {};
    const start = start_time ?? slot.start_time;
    const end = end_time ?? slot.end_time;
    const window = { opens_day_offset: 0, opens_time: start, closes_day_offset: end > start ? 0 : 1, closes_time: end };
    const { opens, closes } = windowOf(timezone, date, window);
    return { date, starts_at: opens as string, ends_at: closes as string, place: place ?? slot.place, is_cancelled };
  });
}
