import { type RawBuilder, sql } from 'kysely';
import { jsonObject, jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';
import { eventCourse } from '../../studio/courses/events.ts';
import { lessonAnonymity } from '../policies/policy.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    enrollment_created: true;
    learner_enrolled: true;
    lesson_opened: true;
    submission_received: true;
  }
}

/** Identifies an enrollment and the user who is enrolled. */
export interface EnrollmentKey {
  organisationId: string;
  userId: string;
  enrollmentId: string;
}

const LEARNER = { enrollment_id: sql`enrollments.id`, course: eventCourse, user: person };

/** Selects the enrollment unless it is a preview. Previews are not reported to anyone. */
const fromEnrollment = ({ organisationId, enrollmentId }: EnrollmentKey, join = sql``, where = sql`true`) => sql`from enrollments
  join courses on courses.organisation_id = enrollments.organisation_id and courses.id = enrollments.course_id
  join users on users.id = enrollments.user_id ${join}
  where enrollments.organisation_id = ${organisationId} and enrollments.id = ${enrollmentId} and enrollments.source <> 'preview' and ${where}`;

/** An enrollment that begins. */
interface NewEnrollment extends EnrollmentKey {
  /** Whether the follow-up jobs are left to the caller, which has them run for the whole course at once. */
  isInBulk: boolean;
}

/** An enrollment that is completed. */
interface Completion extends EnrollmentKey {
  /** Whether a change of the course, rather than an act of the learner, is the reason. The follow-up jobs then wait until the completion is final. */
  isByCourse: boolean;
}

const enrollmentFact = (enrollment: EnrollmentKey): Fact<'enrollment.created'> => ({
  userId: enrollment.userId,
  data: {
    ...LEARNER,
    source: sql`enrollments.source`,
    enrolled_at: jsonTime(sql`enrollments.enrolled_at`),
    expires_at: jsonTime(sql`enrollments.expires_at`),
  },
  from: fromEnrollment(enrollment),
});

const completionFact = (enrollment: Completion): Fact<'enrollment.completed'> => ({
  userId: enrollment.userId,
  data: { ...LEARNER, completed_at: jsonTime(sql`enrollments.completed_at`) },
  from: fromEnrollment(enrollment),
});

/** Returns the value, or null while nobody may learn whose work this is. */
const unlessAnonymous = <T>(value: RawBuilder<T>): RawBuilder<T | null> => sql`case when not ${lessonAnonymity} then ${value} end`;

const LESSON_WORK = {
  course: LEARNER.course,
  enrollment_id: unlessAnonymous(LEARNER.enrollment_id),
  user: unlessAnonymous(LEARNER.user),
  lesson: jsonObject<Shape<'EventLesson'>>({
    id: sql`lessons.id`,
    chapter_id: sql`lessons.chapter_id`,
    title: sql`lessons.title`,
    content_type: sql`lessons.content_type`,
  }),
};

/** Selects the row of `table` that matches `where`, under the alias `work`, together with its lesson. */
const fromWork = (enrollment: EnrollmentKey, table: 'lesson_progress' | 'quiz_attempts' | 'submissions', where: RawBuilder<unknown>) =>
  fromEnrollment(
    enrollment,
    sql`join ${sql.raw(table)} work on work.organisation_id = enrollments.organisation_id and work.enrollment_id = enrollments.id
      join lessons on lessons.organisation_id = work.organisation_id and lessons.id = work.lesson_id
      left join lesson_policies on lesson_policies.organisation_id = lessons.organisation_id and lesson_policies.lesson_id = lessons.id`,
    where,
  );

const lessonCompletionFact = ({ lessonId, ...enrollment }: EnrollmentKey & { lessonId: string }): Fact<'lesson.completed'> => ({
  userId: enrollment.userId,
  data: { ...LESSON_WORK, completed_at: jsonTime(sql`work.completed_at`) },
  from: fromWork(enrollment, 'lesson_progress', sql`work.lesson_id = ${lessonId}`),
});

const attemptFact = ({ attemptId, ...enrollment }: EnrollmentKey & { attemptId: string }): Fact<'quiz_attempt.finished'> => ({
  userId: enrollment.userId,
  data: {
    ...LESSON_WORK,
    attempt_id: sql`work.id`,
    number: sql`work.number`,
    score_percent: unlessAnonymous(sql`work.score_percent`),
    is_passed: unlessAnonymous(sql`work.is_passed`),
    needs_grading: sql`work.needs_grading`,
    submitted_at: jsonTime(sql`work.submitted_at`),
  },
  subject: { id: sql`work.id`, isWithheld: sql`work.posted_at is null` },
  from: fromWork(enrollment, 'quiz_attempts', sql`work.id = ${attemptId}`),
});

const submissionFact = ({ submissionId, ...enrollment }: EnrollmentKey & { submissionId: string }): Fact<'submission.created'> => ({
  userId: enrollment.userId,
  data: {
    ...LESSON_WORK,
    submission_id: sql`work.id`,
    number: sql`work.number`,
    is_late: sql`coalesce(work.submitted_at >= work.was_due_at + interval '1 minute', false)`,
    submitted_at: jsonTime(sql`work.submitted_at`),
  },
  from: fromWork(enrollment, 'submissions', sql`work.id = ${submissionId}`),
});

export const publishEvent = eventPublisher({
  'enrollment.created': (enrollment: NewEnrollment) => enrollmentFact(enrollment),
  'enrollment.revoked': (enrollment: EnrollmentKey) => enrollmentFact(enrollment) as unknown as Fact<'enrollment.revoked'>,
  'enrollment.restored': (enrollment: EnrollmentKey) => enrollmentFact(enrollment) as unknown as Fact<'enrollment.restored'>,
  'enrollment.completed': completionFact,
  'lesson.completed': lessonCompletionFact,
  'quiz_attempt.finished': attemptFact,
  'submission.created': submissionFact,
});
