import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { localDay } from '../../kernel/moments.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { daysBetween, daysLater, isInRange } from '../../studio/schedule/days.ts';
import type { Dates } from '../../studio/schedule/shift-dates.ts';
import { shiftOffsets, writeDates } from '../../studio/schedule/shift-dates.ts';
import { moveEnds } from '../grants/course-end.ts';

/**
 * Moves the course by `days`, or so that it begins on `start_date`. Either everything moves or nothing does. The dates of the course move, together
 * with those of the cohorts that have not begun. The offsets of lessons move only with `days`, and only if they do not count from a date that moves:
 * if they count from each learner's own day, or if the course has no start date. `start_date` moves dates only, or sets the first one.
 * @throws NotFoundError
 * @throws ValidationError unless exactly one of the two is given, and when a date or an offset would leave its range
 */
export async function shiftCourseSchedule(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { days, start_date }: Shape<'ScheduleShift'>,
): Promise<void> {
  const { organisationId } = caller;
  if ((days === undefined) === (start_date === undefined))
    throw new ValidationError([{ field: 'body', code: 'required', message: 'Send exactly one of days and start_date.' }]);
  requireIds(courseId);
  const outOfRange = () =>
    new ValidationError([{ field: days === undefined ? 'start_date' : 'days', code: 'out_of_range', message: 'A date or an offset would be out of range.' }]);
  await inTransaction(db, async (trx) => {
    const { timezone, schedule_basis, ...before } = await liveCourses(trx, organisationId)
      .where('id', '=', courseId)
      .select(['timezone', 'schedule_basis', 'start_date', 'end_date'])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const by = days ?? (before.start_date === null ? 0 : daysBetween(before.start_date, start_date as string));
    const after: Dates = {
      start_date: before.start_date === null ? (start_date ?? null) : daysLater(before.start_date, by),
      end_date: before.end_date && daysLater(before.end_date, by),
    };
    if (by === 0 && after.start_date === before.start_date) return;
    if (!areInRange(after)) throw outOfRange();
    await writeDates(trx, organisationId, courseId, after);
    await moveEnds(trx, organisationId, courseId, timeOf(clock));
    const countsFromStart = schedule_basis === 'course_start';
    const movesOffsets = days !== undefined && (before.start_date === null || !countsFromStart);
    const movesCohorts = by !== 0 && (before.start_date !== null || !countsFromStart);
    const lessons = movesOffsets ? await shiftOffsets(trx, organisationId, courseId, by, outOfRange) : 0;
    const cohorts = movesCohorts ? await shiftCohorts(trx, organisationId, courseId, by, localDay(timezone, timeOf(clock))) : [];
    if (!cohorts.every(areInRange)) throw outOfRange();
    await recordChange(trx, caller, {
      action: 'course.schedule_shifted',
      objectId: courseId,
      before: { ...before },
      after: { ...after, days: by, lessons, cohorts: cohorts.length },
    });
  });
}

const areInRange = ({ start_date, end_date }: Dates): boolean => [start_date, end_date].every((day) => day === null || isInRange(day));

/** Moves the cohorts that begin after today and returns their new dates. */
async function shiftCohorts(trx: Executor, organisationId: string, courseId: string, by: number, today: string): Promise<Dates[]> {
  return trx
    .updateTable('cohorts')
    .set({ starts_on: sql<string>`starts_on + ${by}::int`, ends_on: sql<string>`ends_on + ${by}::int` })
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('starts_on', '>', today)
    .returning(['starts_on as start_date', 'ends_on as end_date'])
    .execute();
}
