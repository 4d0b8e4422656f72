import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { countRows, onPage, sortOf } from '../../kernel/pages.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { matchingLearners } from '../../learning/enrollments/list-learners.ts';
import { type CourseKey, readCourse } from '../meetings/settings.ts';
import { rangeOf, readMeetings, readRows } from './select-rows.ts';

export interface AttendanceFilter extends Paging {
  /** The first day of the range. */
  from?: string | undefined;
  /** The last day of the range. */
  to?: string | undefined;
  /** Part of the name or the email address, case-insensitive. */
  search?: string | undefined;
  cohort_id?: string | undefined;
  ordering: Shape<'AttendanceOrdering'>;
}

type Attendance = Page<Shape<'AttendanceRow'>> & Pick<Shape<'Attendance'>, 'meetings' | 'timezone'>;

const COLUMNS = { name: 'enrollments.learner_name', enrolled_at: 'enrollments.enrolled_at' } as const;

/**
 * Reads one page of the attendance of a course. Learners read their own row.
 * @throws NotFoundError when there is no such course, or the caller is neither staff nor enrolled in it
 */
export async function readAttendance(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { page, page_size, ordering, from, to, ...filter }: AttendanceFilter,
): Promise<Attendance> {
  const key: CourseKey = { organisationId: caller.organisationId, courseId };
  const course = await readCourse(db, key);
  const showsAll = isStaff(caller);
  const own = showsAll ? null : await ownEnrollment(db, key, caller);
  const now = timeOf(clock);
  const range = rangeOf(course, { from, to }, now);
  const { by, direction } = sortOf(ordering);
  const matching = matchingLearners(db, key.organisationId, courseId, now, showsAll ? filter : {}).$if(own !== null, (query) =>
    query.where('enrollments.id', '=', own as string),
  );
  const selected = matching
    .select(['enrollments.organisation_id', 'enrollments.id'])
    .orderBy(COLUMNS[by], direction)
    .orderBy('enrollments.id', direction)
    .$call(onPage({ page, page_size }));
  const order = sql`${sql.ref(COLUMNS[by])} ${sql.raw(direction)}, enrollments.id ${sql.raw(direction)}`;
  const [count, meetings, results] = await Promise.all([
    own === null ? countRows(matching) : 1,
    readMeetings(db, key, range, own),
    readRows(db, course, range, { page: selected, order, showsNotes: showsAll }, now),
  ]);
  return { count, results, meetings, timezone: course.timezone };
}

/** Returns the enrolment of the caller.
 * @throws NotFoundError */
export async function ownEnrollment(db: Executor, { organisationId, courseId }: CourseKey, { actorId }: Caller): Promise<string> {
  const { id } = await db
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('user_id', '=', actorId)
    .where('source', '<>', sql.lit('preview'))
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return id;
}
