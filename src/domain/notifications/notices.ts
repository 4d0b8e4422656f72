import { sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';
import type { NoticeJob } from '../../platform/jobs/enqueue.ts';
import { liveEnrollments } from '../enrollments/columns.ts';
import { enrollmentState } from '../enrollments/state.ts';
import { readWeek } from './weekly-summary.ts';

/** The object is an enrolment, a submission, a course, or the organisation. */
export type Notice = NoticeJob;

/** What a notice says, to whoever gets it. */
export interface NoticeText {
  subject: string;
  /** A sentence. */
  text: string;
  /** Where it leads, from the web application's address on. */
  path: string;
}

type Subject = Pick<Notice, 'organisation_id' | 'object_id'>;

interface Kind {
  /** Whom it is for; whether they want it is another question. */
  audience(db: Executor, subject: Subject, now: string): ReturnType<typeof staffOf>;
  /** Undefined where what it tells of is gone. */
  read(db: Executor, subject: Subject, now: string): Promise<NoticeText | undefined>;
}

const staffOf = (db: Executor, { organisation_id }: Subject) =>
  db
    .selectFrom('memberships as person')
    .select('person.user_id')
    .where('person.organisation_id', '=', organisation_id)
    .where(sql<boolean>`person.role in ('owner', 'creator')`);

const learnersOf = (db: Executor, { organisation_id }: Subject, now: string) =>
  db
    .selectFrom('enrollments as person')
    .select('person.user_id')
    .where('person.organisation_id', '=', organisation_id)
    .where('person.source', '<>', sql.lit('preview'))
    .where(enrollmentState(now, 'person'), 'in', ['active', 'completed']) as unknown as ReturnType<typeof staffOf>;

const readEnrolled = (db: Executor, { organisation_id, object_id }: Subject) =>
  liveEnrollments(db, organisation_id)
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .where('enrollments.id', '=', object_id)
    .select(['courses.id as course_id', 'courses.title', 'courses.slug', 'users.name'])
    .executeTakeFirst();

const KINDS: Record<Notice['event'], Kind> = {
  enrollment_created: {
    audience: (db, subject, now) => learnersOf(db, subject, now).where(sql<boolean>`person.id = ${subject.object_id}`),
    async read(db, subject) {
      const found = await readEnrolled(db, subject);
      return found && { subject: `You are enrolled in ${found.title}`, text: `You are enrolled in ${found.title}.`, path: `/courses/${found.slug}` };
    },
  },
  course_published: {
    audience: (db, subject, now) => learnersOf(db, subject, now).where(sql<boolean>`person.course_id = ${subject.object_id}`),
    async read(db, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('courses')
        .select(['title', 'slug'])
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', object_id)
        .where('deleted_at', 'is', null)
        .where(sql`status`, '=', 'published')
        .executeTakeFirst();
      return found && { subject: `${found.title} is open`, text: `${found.title}, in which you are enrolled, is open now.`, path: `/courses/${found.slug}` };
    },
  },
  learner_enrolled: {
    audience: staffOf,
    async read(db, subject) {
      const found = await readEnrolled(db, subject);
      const text = found && `${found.name} enrolled in ${found.title}`;
      return found && { subject: `${text}`, text: `${text}.`, path: `/studio/courses/${found.course_id}/learners` };
    },
  },
  submission_received: {
    audience: staffOf,
    async read(db, { organisation_id, object_id }) {
      const found = await liveEnrollments(db, organisation_id)
        .innerJoin('users', 'users.id', 'enrollments.user_id')
        .innerJoin('submissions', (join) =>
          join.onRef('submissions.organisation_id', '=', 'enrollments.organisation_id').onRef('submissions.enrollment_id', '=', 'enrollments.id'),
        )
        .innerJoin('lessons', (join) =>
          join.onRef('lessons.organisation_id', '=', 'submissions.organisation_id').onRef('lessons.id', '=', 'submissions.lesson_id'),
        )
        .where('submissions.id', '=', object_id)
        .where('enrollments.source', '<>', sql.lit('preview'))
        .select(['courses.id as course_id', 'courses.title', 'users.name', 'lessons.title as lesson'])
        .executeTakeFirst();
      const text = found && `${found.name} handed in ${found.lesson}`;
      return found && { subject: `${text}`, text: `${text} (${found.title}).`, path: `/studio/courses/${found.course_id}/submissions/${object_id}` };
    },
  },
  weekly_summary: {
    audience: staffOf,
    async read(db, { organisation_id }, now) {
      const week = await readWeek(db, organisation_id, now);
      return (
        week && {
          subject: 'Your week in numbers',
          text: `Last week: ${counted(week.enrolled, 'enrolment')}, ${counted(week.learners, 'active learner')}, ${counted(week.completed_lessons, 'completed lesson')}, ${counted(week.completed_courses, 'completed course')}.`,
          path: '/studio',
        }
      );
    },
  },
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The next users whom a notice is for, in the order of their ids.
 * @param now RFC 3339 */
export async function readAudience(db: Executor, { event, ...subject }: Notice, now: string, after: string | null, most: number): Promise<string[]> {
  const rows = await KINDS[event]
    .audience(db, subject, now)
    .$if(after !== null, (query) => query.where('person.user_id', '>', after as string))
    .orderBy('person.user_id')
    .limit(most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** @param now RFC 3339 */
export const readText = (db: Executor, { event, ...subject }: Notice, now: string): Promise<NoticeText | undefined> => KINDS[event].read(db, subject, now);
