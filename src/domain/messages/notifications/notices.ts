import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { describeSubscription } from '../../commerce/subscriptions/describe.ts';
import type { Notice } from '../../kernel/events/notify.ts';
import { moneyText } from '../../kernel/money.ts';
import { liveEnrollments } from '../../learning/access/live-enrollments.ts';
import { isInOpening, readOpening } from '../../learning/access/openings.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { lessonAnonymity } from '../../learning/policies/policy.ts';
import { webPath } from '../../organisations/organisations/web-links.ts';
import type { Reader } from '../language/reader.ts';
import { digestText } from './discussion-digests.ts';
import { readWeek } from './weekly-summary.ts';

/** The text of a notice for its recipient. */
export interface NoticeText {
  subject: string;
  /** A whole sentence. */
  text: string;
  /** Paragraphs that follow the text in a mail. */
  lines?: string[];
  /** The path that the notice links to in the web application. */
  path: string;
}

type Subject = Pick<Notice, 'organisation_id' | 'object_id'>;

interface Kind {
  /**
   * The people whom the notice is for: staff, the learners whose enrolments have the object in this column, the learners for whom lessons open, or the holder
   * of a certificate or of a subscription. Whether they want it is decided elsewhere. Null if the notice is queued for each user where its object is created.
   */
  audience: 'staff' | 'id' | 'course_id' | 'opening' | 'certificate' | 'subscription' | null;
  /** Returns the text, or undefined if the object of the notice no longer exists. */
  read(db: Executor, reader: Reader, subject: Subject & { user_id: string }, now: string): Promise<NoticeText | undefined>;
}

const readEnrolled = (db: Executor, { organisation_id, object_id }: Subject) =>
  liveEnrollments(db, organisation_id)
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .where('enrollments.id', '=', object_id)
    .select(['courses.id as course_id', 'courses.title', 'courses.slug', 'users.name'])
    .executeTakeFirst();

/** Reads an attendance warning that still applies. */
const readWarned = (db: Executor, { organisation_id, object_id }: Subject) =>
  liveEnrollments(db, organisation_id)
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .innerJoin('attendance_warnings as warning', (join) =>
      join.onRef('warning.organisation_id', '=', 'enrollments.organisation_id').onRef('warning.enrollment_id', '=', 'enrollments.id'),
    )
    .where('enrollments.id', '=', object_id)
    .select(['courses.id as course_id', 'courses.title', 'courses.slug', 'users.name'])
    .select(sql<number>`warning.percent::float8`.as('percent'))
    .executeTakeFirst();

/** Returns a notice about a certificate, if the certificate is still in this state. */
const ofCertificate = (event: CertificateNotice, isStill: RawBuilder<boolean>): Kind => ({
  audience: 'certificate',
  async read(db, { say }, { organisation_id, object_id }) {
    const found = await db
      .selectFrom('certificates')
      .innerJoin('certificate_versions as versions', (join) =>
        join
          .onRef('versions.organisation_id', '=', 'certificates.organisation_id')
          .onRef('versions.certificate_id', '=', 'certificates.id')
          .onRef('versions.version', '=', 'certificates.version'),
      )
      .where('certificates.organisation_id', '=', organisation_id)
      .where('certificates.id', '=', object_id)
      .where(isStill)
      .select([sql<string>`versions.contents ->> 'course_title'`.as('course'), 'expires_at', 'revoke_reason'])
      .executeTakeFirst();
    if (!found) return undefined;
    const values = { course: found.course, expires: new Date(found.expires_at ?? 0), reason: found.revoke_reason ?? '' };
    return { subject: say(`notice.${event}.subject`, values), text: say(`notice.${event}.text`, values), path: webPath('certificates') };
  },
});

/** Returns a notice about money that goes back to a buyer. */
function moneyNotice(
  say: Reader['say'],
  event: 'order_refunded' | 'order_disputed',
  language: string,
  { course_title, currency, amount, state }: { course_title: string; currency: string; amount: number; state: string },
): NoticeText {
  const values = { course: course_title, amount: moneyText(language, amount, currency), state };
  return { subject: say(`notice.${event}.subject`, values), text: say(`notice.${event}.text`, values), path: webPath('studio') };
}

/** Returns a notice that a period ends soon, unless the subscription ends with the period or has changed since. */
const ofSubscription = (event: 'subscription_trial_ending' | 'subscription_renewing', state: 'trialing' | 'active'): Kind => ({
  audience: 'subscription',
  async read(db, { say, language }, { organisation_id, object_id }) {
    const found = await describeSubscription(db, { organisationId: organisation_id, subscriptionId: object_id });
    if (found?.state !== state || found.cancels || found.periodEnd === null) return undefined;
    const values = { plan: found.plan, amount: moneyText(language, found.amount, found.currency), until: new Date(found.periodEnd) };
    return { subject: say(`notice.${event}.subject`, values), text: say(`notice.${event}.text`, values), path: webPath('subscription') };
  },
});

type CertificateNotice = 'certificate_issued' | 'certificate_expiring' | 'certificate_expired' | 'certificate_revoked';

const IS_VALID = sql<boolean>`revoked_at is null`;

const KINDS: Record<Notice['event'], Kind> = {
  certificate_issued: ofCertificate('certificate_issued', IS_VALID),
  certificate_expiring: ofCertificate('certificate_expiring', IS_VALID),
  certificate_expired: ofCertificate('certificate_expired', IS_VALID),
  certificate_revoked: ofCertificate('certificate_revoked', sql<boolean>`revoked_at is not null`),
  subscription_trial_ending: ofSubscription('subscription_trial_ending', 'trialing'),
  subscription_renewing: ofSubscription('subscription_renewing', 'active'),
  enrollment_created: {
    audience: 'id',
    async read(db, { say }, subject) {
      const found = await readEnrolled(db, subject);
      if (!found) return undefined;
      const values = { course: found.title };
      return {
        subject: say('notice.enrollment_created.subject', values),
        text: say('notice.enrollment_created.text', values),
        path: webPath('course', { slug: found.slug }),
      };
    },
  },
  course_published: {
    audience: 'course_id',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('courses')
        .select(['title', 'slug'])
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', object_id)
        .where('deleted_at', 'is', null)
        .where(sql`status`, '=', 'published')
        .executeTakeFirst();
      if (!found) return undefined;
      const values = { course: found.title };
      return {
        subject: say('notice.course_published.subject', values),
        text: say('notice.course_published.text', values),
        path: webPath('course', { slug: found.slug }),
      };
    },
  },
  lesson_opened: {
    audience: 'opening',
    async read(db, { say, list }, { organisation_id, object_id, user_id }, now) {
      const found = await readOpening(db, { organisationId: organisation_id, userId: user_id, openingId: object_id }, now);
      if (!found) return undefined;
      const { course, lessons } = found;
      return {
        subject: say('notice.lesson_opened.subject', { count: lessons.length, lesson: lessons[0] as string, course: course.title }),
        text: say('notice.lesson_opened.text', { course: course.title, lessons: list(lessons) }),
        path: webPath('course', { slug: course.slug }),
      };
    },
  },
  grade_posted: {
    audience: 'id',
    async read(db, { say }, subject) {
      const found = await readEnrolled(db, subject);
      if (!found) return undefined;
      const values = { course: found.title };
      return { subject: say('notice.grade_posted.subject', values), text: say('notice.grade_posted.text', values), path: `/courses/${found.slug}/grades` };
    },
  },
  attendance_warning: {
    audience: 'id',
    async read(db, { say }, subject) {
      const found = await readWarned(db, subject);
      if (!found) return undefined;
      const values = { course: found.title, percent: found.percent };
      return {
        subject: say('notice.attendance_warning.subject', values),
        text: say('notice.attendance_warning.text', values),
        path: webPath('course', { slug: found.slug }),
      };
    },
  },
  learner_attendance_warning: {
    audience: 'staff',
    async read(db, { say }, subject) {
      const found = await readWarned(db, subject);
      if (!found) return undefined;
      const values = { learner: found.name, course: found.title, percent: found.percent };
      return {
        subject: say('notice.learner_attendance_warning.subject', values),
        text: say('notice.learner_attendance_warning.text', values),
        path: webPath('course_learners', { course_id: found.course_id }),
      };
    },
  },
  face_matching_warning: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('attendance_face_warnings as warning')
        .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'warning.organisation_id').onRef('courses.id', '=', 'warning.course_id'))
        .where('warning.organisation_id', '=', organisation_id)
        .where('warning.course_id', '=', object_id)
        .where('courses.deleted_at', 'is', null)
        .select(['courses.title', sql<number>`warning.percent::float8`.as('percent')])
        .executeTakeFirst();
      if (!found) return undefined;
      const values = { course: found.title, percent: found.percent };
      return {
        subject: say('notice.face_matching_warning.subject', values),
        text: say('notice.face_matching_warning.text', values),
        path: webPath('course_learners', { course_id: object_id }),
      };
    },
  },
  discussion_reply: {
    audience: null,
    read: (db, reader, { organisation_id, object_id, user_id }, now) => digestText(db, reader, { organisation_id, user_id, digest_id: object_id }, now),
  },
  affiliate_joined: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('affiliates')
        .innerJoin('users', 'users.id', 'affiliates.user_id')
        .select(['users.name', 'affiliates.status'])
        .where('affiliates.organisation_id', '=', organisation_id)
        .where('affiliates.id', '=', object_id)
        .executeTakeFirst();
      if (!found) return undefined;
      const values = { affiliate: found.name };
      const text = found.status === 'pending' ? 'notice.affiliate_joined.waiting' : 'notice.affiliate_joined.text';
      return { subject: say('notice.affiliate_joined.subject', values), text: say(text, values), path: webPath('affiliates') };
    },
  },
  learner_enrolled: {
    audience: 'staff',
    async read(db, { say }, subject) {
      const found = await readEnrolled(db, subject);
      if (!found) return undefined;
      const values = { learner: found.name, course: found.title };
      return {
        subject: say('notice.learner_enrolled.subject', values),
        text: say('notice.learner_enrolled.text', values),
        path: webPath('course_learners', { course_id: found.course_id }),
      };
    },
  },
  submission_received: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
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
        .leftJoin('lesson_policies', (join) =>
          join.onRef('lesson_policies.organisation_id', '=', 'lessons.organisation_id').onRef('lesson_policies.lesson_id', '=', 'lessons.id'),
        )
        .select(['courses.id as course_id', 'courses.title', 'users.name', 'lessons.title as lesson'])
        .select(lessonAnonymity.as('is_anonymous'))
        .executeTakeFirst();
      if (!found) return undefined;
      const values = { learner: found.is_anonymous ? say('notice.submission_received.anonymous.name') : found.name, lesson: found.lesson };
      return {
        subject: say('notice.submission_received.subject', values),
        text: say('notice.submission_received.text', { ...values, course: found.title }),
        path: webPath('submission', { course_id: found.course_id, submission_id: object_id }),
      };
    },
  },
  ai_grading_finished: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('ai_grading_jobs as jobs')
        .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'jobs.organisation_id').onRef('courses.id', '=', 'jobs.course_id'))
        .innerJoin('lessons', (join) => join.onRef('lessons.organisation_id', '=', 'jobs.organisation_id').onRef('lessons.id', '=', 'jobs.lesson_id'))
        .select(['jobs.status', 'courses.id as course_id', 'courses.title as course', 'lessons.id as lesson_id', 'lessons.title as lesson'])
        .select(
          sql<number>`(select count(*)::int from ai_grading_items items where items.organisation_id = jobs.organisation_id and items.job_id = jobs.id
            and items.status = 'suggested' and not items.is_calibration and items.decision is null)`.as('count'),
        )
        .where('jobs.organisation_id', '=', organisation_id)
        .where('jobs.id', '=', object_id)
        .where('courses.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!found) return undefined;
      const { status, course, lesson, count, course_id, lesson_id } = found;
      return {
        subject: say('notice.ai_grading_finished.subject', { lesson }),
        text: say('notice.ai_grading_finished.text', { status, course, lesson, count }),
        path: webPath('review', { course_id, lesson_id }),
      };
    },
  },
  course_exported: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('course_exports as exports')
        .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'exports.organisation_id').onRef('courses.id', '=', 'exports.course_id'))
        .select(['exports.status', 'exports.expires_at', 'courses.title as course'])
        .where('exports.organisation_id', '=', organisation_id)
        .where('exports.course_id', '=', object_id)
        .where('exports.status', 'in', ['ready', 'failed'])
        .where('courses.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!found) return undefined;
      const { status, expires_at, course } = found;
      return {
        subject: say('notice.course_exported.subject', { course }),
        text: say('notice.course_exported.text', { status, course, until: new Date(expires_at ?? 0) }),
        path: webPath('course_export', { course_id: object_id }),
      };
    },
  },
  course_imported: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('course_imports as imports')
        .leftJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'imports.organisation_id').onRef('courses.id', '=', 'imports.course_id'))
        .select(['imports.status', 'imports.file_name', 'courses.title'])
        .where('imports.organisation_id', '=', organisation_id)
        .where('imports.id', '=', object_id)
        .where('imports.status', 'in', ['completed', 'failed'])
        .executeTakeFirst();
      if (!found) return undefined;
      const { status, file_name, title } = found;
      return {
        subject: say('notice.course_imported.subject', { file: file_name }),
        text: say('notice.course_imported.text', { status, file: file_name, course: title ?? file_name }),
        path: webPath('course_import', { import_id: object_id }),
      };
    },
  },
  scan_needs_review: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('lessons')
        .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'lessons.organisation_id').onRef('courses.id', '=', 'lessons.course_id'))
        .select(['courses.id as course_id', 'courses.title as course', 'lessons.title as lesson'])
        .select(
          sql<number>`(select count(*)::int from answer_sheet_prints prints
            join answer_sheets sheets on sheets.organisation_id = prints.organisation_id and sheets.print_id = prints.id
            join answer_sheet_scans scans on scans.organisation_id = sheets.organisation_id and scans.sheet_id = sheets.id and scans.status = 'needs_review'
            where prints.organisation_id = lessons.organisation_id and prints.lesson_id = lessons.id)`.as('count'),
        )
        .where('lessons.organisation_id', '=', organisation_id)
        .where('lessons.id', '=', object_id)
        .where('courses.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!found?.count) return undefined;
      const { course, lesson, count, course_id } = found;
      return {
        subject: say('notice.scan_needs_review.subject', { lesson, count }),
        text: say('notice.scan_needs_review.text', { lesson, course, count }),
        path: webPath('review', { course_id, lesson_id: object_id }),
      };
    },
  },
  order_refunded: {
    audience: 'staff',
    async read(db, { say, language }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('refunds')
        .innerJoin('orders', (join) => join.onRef('orders.organisation_id', '=', 'refunds.organisation_id').onRef('orders.id', '=', 'refunds.order_id'))
        .select(['course_title', 'currency', 'refunds.amount', 'refunds.state'])
        .where('refunds.organisation_id', '=', organisation_id)
        .where('refunds.id', '=', object_id)
        .executeTakeFirst();
      return found && moneyNotice(say, 'order_refunded', language, found);
    },
  },
  order_disputed: {
    audience: 'staff',
    async read(db, { say, language }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('disputes')
        .innerJoin('orders', (join) => join.onRef('orders.organisation_id', '=', 'disputes.organisation_id').onRef('orders.id', '=', 'disputes.order_id'))
        .select(['course_title', 'currency', 'disputes.amount', 'disputes.state'])
        .where('disputes.organisation_id', '=', organisation_id)
        .where('disputes.id', '=', object_id)
        .executeTakeFirst();
      return found && moneyNotice(say, 'order_disputed', language, found);
    },
  },
  subscription_lost: {
    audience: 'staff',
    async read(db, { say, language }, { organisation_id, object_id }) {
      const found = await describeSubscription(db, { organisationId: organisation_id, subscriptionId: object_id });
      if (found?.state !== 'cancelled' && found?.state !== 'unpaid') return undefined;
      const { state, plan, userId, amount, currency, endReason } = found;
      const person = userId === null ? undefined : await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
      const values = { learner: person?.name ?? '', plan, state, amount: moneyText(language, amount, currency), reason: endReason ?? 'none' };
      return { subject: say('notice.subscription_lost.subject', values), text: say('notice.subscription_lost.text', values), path: webPath('studio') };
    },
  },
  books_differ: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('reconciliations')
        .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'difference_count'])
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', object_id)
        .where('difference_count', '>', 0)
        .executeTakeFirst();
      if (!found) return undefined;
      const values = { day: found.day, count: found.difference_count };
      return { subject: say('notice.books_differ.subject', values), text: say('notice.books_differ.text', values), path: webPath('studio') };
    },
  },
  roster_imported: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('roster_imports as imports')
        .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'imports.organisation_id').onRef('courses.id', '=', 'imports.course_id'))
        .select(['imports.status', 'imports.done_count', 'imports.file_name as file', 'courses.id as course_id', 'courses.title as course'])
        .select(sql<number>`(imports.counts ->> 'error')::int`.as('errors'))
        .select(
          sql<number>`(select count(*)::int from roster_import_rows r where r.organisation_id = imports.organisation_id and r.import_id = imports.id
            and r.invite_id is not null and r.is_done)`.as('invited'),
        )
        .where('imports.organisation_id', '=', organisation_id)
        .where('imports.id', '=', object_id)
        .where('courses.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!found) return undefined;
      const { status, course, done_count, invited, errors, file, course_id } = found;
      const count = done_count - invited;
      return {
        subject: say('notice.roster_imported.subject', { course }),
        text: say('notice.roster_imported.text', { status, course, file, count, invited, errors }),
        path: webPath('course_learners', { course_id }),
      };
    },
  },
  learner_without_cohort: {
    audience: 'staff',
    async read(db, { say }, { organisation_id, object_id }) {
      const found = await db
        .selectFrom('enrollments')
        .innerJoin('users', 'users.id', 'enrollments.user_id')
        .innerJoin('courses', (join) =>
          join.onRef('courses.organisation_id', '=', 'enrollments.organisation_id').onRef('courses.id', '=', 'enrollments.course_id'),
        )
        .select(['users.name as learner', 'courses.id as course_id', 'courses.title as course'])
        .where('enrollments.organisation_id', '=', organisation_id)
        .where('enrollments.id', '=', object_id)
        .where('courses.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!found) return undefined;
      const { course_id, ...values } = found;
      return {
        subject: say('notice.learner_without_cohort.subject', values),
        text: say('notice.learner_without_cohort.text', values),
        path: webPath('course_learners', { course_id }),
      };
    },
  },
  invite_without_seat: {
    audience: 'staff',
    async read(db, { say }, { organisation_id }) {
      const { count } = await db
        .selectFrom('member_invites')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('organisation_id', '=', organisation_id)
        .where('refused_at', 'is not', null)
        .where('accepted_by', 'is', null)
        .executeTakeFirstOrThrow();
      if (count === 0) return undefined;
      return { subject: say('notice.invite_without_seat.subject'), text: say('notice.invite_without_seat.text', { count }), path: webPath('studio') };
    },
  },
  weekly_summary: {
    audience: 'staff',
    async read(db, { say }, { organisation_id }, now) {
      const week = await readWeek(db, organisation_id, now);
      if (!week) return undefined;
      const { enrolled, learners, completed_lessons: lessons, completed_courses: courses } = week;
      return {
        subject: say('notice.weekly_summary.subject'),
        text: say('notice.weekly_summary.text', { enrolled, learners, lessons, courses }),
        path: webPath('studio'),
      };
    },
  },
};

/** Returns the next users whom a notice is for, in the order of their ids.
 * @param now RFC 3339 */
export async function readAudience(db: Executor, notice: Notice, now: string, after: string | null, most: number): Promise<string[]> {
  const { event, organisation_id, object_id } = notice;
  const { audience } = KINDS[event];
  if (audience === null) return [];
  const next = <Tables extends keyof DB>(query: SelectQueryBuilder<DB, Tables, { user_id: string }>) =>
    query
      .$if(after !== null, (from) => from.where(sql<boolean>`user_id > ${after}::uuid`))
      .orderBy(sql.ref('user_id'))
      .limit(most)
      .execute();
  const rows =
    audience === 'certificate'
      ? await next(
          db
            .selectFrom('certificates')
            .innerJoin('enrollments', (join) =>
              join.onRef('enrollments.organisation_id', '=', 'certificates.organisation_id').onRef('enrollments.id', '=', 'certificates.enrollment_id'),
            )
            .select('enrollments.user_id')
            .where('certificates.organisation_id', '=', organisation_id)
            .where('certificates.id', '=', object_id),
        )
      : audience === 'subscription'
        ? await next(
            db
              .selectFrom('catalogue_subscriptions')
              .select(sql<string>`user_id`.as('user_id'))
              .where('organisation_id', '=', organisation_id)
              .where('id', '=', object_id)
              .where('user_id', 'is not', null),
          )
        : audience === 'staff'
          ? await next(db.selectFrom('memberships').select('user_id').where('organisation_id', '=', organisation_id).where('role', 'in', ['owner', 'creator']))
          : await next(
              liveEnrollments(db, organisation_id)
                .select('user_id')
                .where(
                  audience === 'opening'
                    ? isInOpening(organisation_id, object_id, now)
                    : sql<boolean>`${sql.ref(`enrollments.${audience}`)} = ${object_id}::uuid`,
                )
                .where('source', '<>', sql.lit('preview'))
                .where(enrollmentState(now), 'in', ['active', 'completed']),
            );
  return rows.map(({ user_id }) => user_id);
}

/** @param now RFC 3339 */
export const readText = (db: Executor, reader: Reader, { event, ...subject }: Notice & { user_id: string }, now: string): Promise<NoticeText | undefined> =>
  KINDS[event].read(db, reader, subject, now);
