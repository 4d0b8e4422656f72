import type { Shape } from '../../../../kernel/contract.ts';
import type { Item } from './ledger.ts';
import type { MadeLesson, Source } from './source.ts';
import { daysBetween, type LocalTime, localTime } from './times.ts';

const MOST_DAYS = 3650;

/** Returns a time that the archive states, by the wall clock of the course. */
export const timeOf = ({ timeZone, isCanvas }: Source, text: string | undefined): LocalTime | undefined =>
  localTime(text, timeZone, isCanvas ? 'UTC' : timeZone);

export function dueOf(source: Source, text: string | undefined): Shape<'AssignmentContent'>['due'] {
  const due = timeOf(source, text);
  return due ? { kind: 'date', ...due } : { kind: 'none' };
}

/** Returns when a lesson opens and closes, counted from the first day of the course. */
export function windowOf(source: Source, item: Item, { unlock, lock }: { unlock?: string | undefined; lock?: string | undefined }): Partial<MadeLesson> {
  const { startDate, ledger } = source;
  const [opens, closes] = [timeOf(source, unlock), timeOf(source, lock)].map((time) => {
    const days = time && startDate !== null ? daysBetween(startDate, time.date) : undefined;
    if (time && (days === undefined || days < 0 || days > MOST_DAYS)) ledger.change(item, 'date_lost', `${time.date} ${time.time}`);
    return time && days !== undefined && days >= 0 && days <= MOST_DAYS ? { days, time: time.time } : undefined;
  });
  const isRight = !closes || closes.days * 1440 + minutes(closes.time) > (opens ? opens.days * 1440 + minutes(opens.time) : 0);
  if (!isRight) ledger.change(item, 'date_lost');
  return {
    ...(opens ? { opens_day_offset: opens.days, opens_time: opens.time } : {}),
    ...(closes && isRight ? { closes_day_offset: closes.days, closes_time: closes.time } : {}),
  };
}

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
