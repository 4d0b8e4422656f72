import { type RawBuilder, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { notify } from '../../kernel/events/notify.ts';
import { Failures } from '../../kernel/failures.ts';
import { localDay, momentOf } from '../../kernel/moments.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { daysLater } from '../../studio/schedule/days.ts';
import { courseAccess } from './course-access.ts';
import { dayZeroIn } from './day-zero.ts';
import { lessonLock, readOutline, selectLessons } from './lesson-facts.ts';

const STEP = 1000;
const LOOK_BACK_MS = 24 * 3600_000;
const LOOK_AHEAD_MS = 65 * 60_000;

/** A wall-clock time that occurs within the window of `foreseeOpenings` in the time zone of a course. */
interface WallTime {
  timezone: string;
  /** HH:MM */
  time: string;
  /** YYYY-MM-DD */
  day: string;
  /** RFC 3339 */
  at: string;
}

const SCHEDULED_LESSONS = sql`lessons
  join chapters on chapters.organisation_id = lessons.organisation_id and chapters.id = lessons.chapter_id and chapters.is_published
  join courses on courses.organisation_id = lessons.organisation_id and courses.id = lessons.course_id
    and courses.status = 'published' and courses.deleted_at is null`;

/** The condition that a lesson, of any organisation, opens on a day of its schedule. */
const IS_SCHEDULED = sql`lessons.is_published and lessons.opens_day_offset is not null`;
const OPENS_TIME = sql`coalesce(lessons.opens_time, '00:00')`;

/**
 * Stores the openings of the next 65 minutes, and those of the last 24 hours that could not be foreseen because the learner enrolled, or the lesson
 * was scheduled or published, in the meantime. One opening covers all lessons of a course that open at the same moment for the learners with the
 * same day zero. Lessons that open with the course as a whole, or that opened before the learner enrolled, have no opening.
 * @throws AggregateError if a time zone is not known here or to the database any more, after the openings in all others were stored
 */
export async function foreseeOpenings({ db, clock }: Pick<Tools, 'db' | 'clock'>): Promise<void> {
  const used = await sql<{ timezone: string; time: string }>`
    select distinct courses.timezone, ${OPENS_TIME} as time from ${SCHEDULED_LESSONS} where ${IS_SCHEDULED}`.execute(db);
  const failures = new Failures();
  for (const [timezone, times] of Map.groupBy(used.rows, (one) => one.timezone)) {
    await failures.note(timezone, async () => {
      const walls = times.flatMap(({ time }) => momentsNear(timezone, time, clock.now()));
      if (walls.length > 0) await storeOpenings(db, walls);
    });
  }
  failures.check('time zones have openings that could not be foreseen');
}

/** Stores the openings at the given moments in one time zone. */
async function storeOpenings(db: Executor, walls: readonly WallTime[]): Promise<void> {
  const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone timezone`;
  // The ordering makes PostgreSQL use the index on the column. Otherwise it would read all enrollments of the course.
  const hasLearner = (column: 'enrolled_at' | 'first_access_at') => sql`(select true from enrollments e
    where e.organisation_id = openings.organisation_id and e.course_id = openings.course_id and e.source <> 'preview'
      and e.${sql.ref(column)} >= ${startOf(sql`day_zero`)} and e.${sql.ref(column)} < least(${startOf(sql`day_zero + 1`)}, opens_at)
    order by e.${sql.ref(column)} limit 1)`;
  await sql`
    insert into lesson_openings (organisation_id, course_id, day_zero, opens_at)
    select organisation_id, course_id, day_zero, opens_at from (
      select distinct courses.organisation_id, courses.id as course_id, courses.schedule_basis, courses.start_date, courses.timezone,
        walls.day - lessons.opens_day_offset as day_zero, walls.at as opens_at
      from ${SCHEDULED_LESSONS}
        join json_to_recordset(${JSON.stringify(walls)}::json) walls (timezone text, time time, day date, at timestamptz)
          on walls.timezone = courses.timezone and walls.time = ${OPENS_TIME}
      where ${IS_SCHEDULED}
    ) openings
    where case schedule_basis
      when 'enrollment' then ${hasLearner('enrolled_at')}
      when 'first_access' then ${hasLearner('first_access_at')}
      else day_zero = start_date or exists (select from cohorts c
        where c.organisation_id = openings.organisation_id and c.course_id = openings.course_id and c.starts_on = day_zero) end
    on conflict do nothing`.execute(db);
}

/** Returns when a wall-clock time occurs in a time zone within the window around `now`. */
function momentsNear(timezone: string, time: string, now: number): WallTime[] {
  const today = localDay(timezone, new Date(now).toISOString());
  return [-1, 0, 1].flatMap((days) => {
    const at = momentOf(timezone, today, days, time);
    const ahead = Date.parse(at) - now;
    return ahead > -LOOK_BACK_MS && ahead <= LOOK_AHEAD_MS ? [{ timezone, time, day: daysLater(today, days), at }] : [];
  });
}

/** Notifies the learners of the lessons that have opened since the last run. */
export async function announceOpenings({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const announceStep = () =>
    inTransaction(db, async (trx) => {
      const { rows } = await sql<{ organisation_id: string; id: string }>`
        update lesson_openings set announced_at = ${timeOf(clock)}
        where (organisation_id, id) in (select organisation_id, id from lesson_openings where announced_at is null and opens_at <= ${timeOf(clock)}
          order by opens_at limit ${STEP} for update skip locked)
        returning organisation_id, id`.execute(trx);
      await notify(trx, ...rows.map(({ organisation_id, id }) => ({ organisation_id, object_id: id, event: 'lesson_opened' as const })));
      return rows.length;
    });
  while ((await announceStep()) === STEP);
}

const KEPT_DAYS = 30;

/** Deletes openings that are no longer needed. */
export const forgetOpenings = ({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> =>
  deleteInBatches(db, 'lesson_openings', sql`opens_at < ${timeOf(clock)}::timestamptz - make_interval(days => ${KEPT_DAYS})`);

/**
 * Returns the condition that an opening applies to an enrollment, which must be joined with its course. The course is found first, so that no plan computes a
 * day in the time zone of another course, which the database may no longer know.
 */
export const isInOpening = (organisationId: string, openingId: string, now: string): RawBuilder<boolean> => {
  const opening = sql`lesson_openings o where o.organisation_id = ${organisationId} and o.id = ${openingId}`;
  return sql`(enrollments.course_id = (select o.course_id from ${opening})
    and exists (select from ${opening} and o.day_zero = ${dayZeroIn(now)} and enrollments.enrolled_at < o.opens_at))`;
};

/** Returns the lessons of an opening that the learner can open now and has not completed, or undefined if there are none. */
export async function readOpening(
  db: Executor,
  { organisationId, userId, openingId }: { organisationId: string; userId: string; openingId: string },
  now: string,
): Promise<{ course: { title: string; slug: string }; lessons: string[] } | undefined> {
  const opening = await db
    .selectFrom('lesson_openings')
    .innerJoin('courses', (join) =>
      join
        .onRef('courses.organisation_id', '=', 'lesson_openings.organisation_id')
        .onRef('courses.id', '=', 'lesson_openings.course_id')
        .on('courses.deleted_at', 'is', null),
    )
    .select(['course_id', 'opens_at'])
    .where('lesson_openings.organisation_id', '=', organisationId)
    .where('lesson_openings.id', '=', openingId)
    .executeTakeFirst();
  if (!opening) return undefined;
  const access = await courseAccess(db, { organisationId, actorId: userId, role: 'learner' }, opening.course_id, now);
  const [outline, lessons] = await Promise.all([
    readOutline(db, access, now),
    selectLessons(db, access)
      .where('lessons.opens_day_offset', 'is not', null)
      .where('lesson_progress.completed_at', 'is', null)
      .orderBy('chapters.position')
      .orderBy('lessons.position')
      .execute(),
  ]);
  const opened = lessons.filter((lesson) => {
    const { lock_reason, opens_at } = lessonLock(access, outline, lesson, now);
    return lock_reason === null && opens_at === opening.opens_at;
  });
  return opened.length ? { course: access.course.card, lessons: opened.map(({ title }) => title) } : undefined;
}
