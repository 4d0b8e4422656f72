import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { csvOf, type Value } from '../../kernel/csv.ts';
import { localTime } from '../../kernel/moments.ts';
import type { Tools } from '../../kernel/tools.ts';
import { matchingLearners } from '../../learning/enrollments/list-learners.ts';
import { readCourse } from '../meetings/settings.ts';
import { rangeOf, readMeetings, readRows } from './select-rows.ts';
import type { Status } from './status.ts';

/** Number of learners read at once, so that memory does not grow with the course. */
const STEP = 100;
const LETTERS: Record<Status, string> = { present: 'P', late: 'L', excused: 'E', absent: 'A' };

export interface ExportOptions {
  /** Whether the file begins with a byte order mark. */
  bom: boolean;
  from?: string | undefined;
  to?: string | undefined;
  cohort_id?: string | undefined;
}

/**
 * Writes the attendance as CSV while reading it.
 * @throws NotFoundError when there is no such course
 */
export async function exportAttendance(
  { db, clock }: Pick<Tools<Database>, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { bom, cohort_id, ...days }: ExportOptions,
): Promise<Readable> {
  const course = await readCourse(db, { organisationId, courseId });
  const now = timeOf(clock);
  const range = rangeOf(course, days, now);
  const meetings = await readMeetings(db, course, range);
  const learners = matchingLearners(db, organisationId, courseId, now, { cohort_id }).select(['enrollments.organisation_id', 'enrollments.id']);
  const read = (after: string) => {
    const page = learners.where('enrollments.id', '>', after).orderBy('enrollments.id').limit(STEP);
    return readRows(db, course, range, { page, order: sql`enrollments.id`, showsNotes: false }, now);
  };
  const head = [
    'Enrollment',
    'Name',
    'Email',
    ...meetings.map(({ date, starts_at }) => `${date} ${localTime(course.timezone, starts_at)}`),
    'Rate (%)',
    'Present',
    'Late',
    'Excused',
    'Absent',
  ];
  const ids = meetings.map(({ id }) => id);
  return Readable.from(csvOf(rowsOf(head, ids, read), bom));
}

/** @param read returns the next rows after the one with this ID */
async function* rowsOf(head: Value[], meetingIds: readonly string[], read: (after: string) => Promise<Shape<'AttendanceRow'>[]>): AsyncGenerator<Value[]> {
  yield head;
  for (let after: string = NIL; ; ) {
    const rows = await read(after);
    for (const row of rows) yield valuesOf(row, meetingIds);
    const last = rows.at(-1);
    if (!last || rows.length < STEP) return;
    after = last.enrollment_id;
  }
}

function valuesOf({ enrollment_id, user, rate, cells }: Shape<'AttendanceRow'>, meetingIds: readonly string[]): Value[] {
  const letters = new Map(cells.map(({ meeting_id, status }) => [meeting_id, status && LETTERS[status]]));
  const { percent, present, late, excused, absent } = rate;
  return [enrollment_id, user.name, user.email, ...meetingIds.map((id) => letters.get(id) ?? null), percent, present, late, excused, absent];
}
