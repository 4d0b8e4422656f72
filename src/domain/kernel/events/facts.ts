import { type RawBuilder, sql } from 'kysely';
import { person } from '../person.ts';

/** What happened, and to whom. */
export interface Fact {
  /** Whom it tells of; it goes when they are erased. */
  userId: string | null;
  /** A query of one column, `data`, with what the contract says of the event; of no row where nobody is to be told. Run only where somebody is told. */
  data: RawBuilder<unknown>;
}

/** A time as the contract writes it: RFC 3339 in UTC, with milliseconds. */
export const jsonTime = (time: RawBuilder<unknown>): RawBuilder<string> => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const COURSE = sql`json_build_object('id', courses.id, 'title', courses.title, 'slug', courses.slug, 'status', courses.status)`;
const LESSON = sql`json_build_object('id', lessons.id, 'chapter_id', lessons.chapter_id, 'title', lessons.title, 'content_type', lessons.content_type)`;

/** Of a course as it is now. */
export const courseFact = (organisationId: string, id: string): Fact => ({
  userId: null,
  data: sql`select json_build_object('course', ${COURSE}) as data from courses where organisation_id = ${organisationId} and id = ${id}`,
});

export const memberFact = (organisationId: string, userId: string): Fact => ({
  userId,
  data: sql`select json_build_object('user', ${person}, 'role', memberships.role) as data from memberships join users on users.id = memberships.user_id
    where memberships.organisation_id = ${organisationId} and memberships.user_id = ${userId}`,
});

interface Enrolled {
  organisationId: string;
  userId: string;
  enrollmentId: string;
}

/** Who learns what; a preview is nobody's learning. */
const ENROLLED = sql`from enrollments
  join courses on courses.organisation_id = enrollments.organisation_id and courses.id = enrollments.course_id
  join users on users.id = enrollments.user_id`;
const LEARNER = sql`'enrollment_id', enrollments.id, 'course', ${COURSE}, 'user', ${person}`;
const isOf = ({ organisationId, enrollmentId }: Enrolled) =>
  sql`enrollments.organisation_id = ${organisationId} and enrollments.id = ${enrollmentId} and enrollments.source <> 'preview'`;

export const enrollmentFact = (enrolled: Enrolled): Fact => ({
  userId: enrolled.userId,
  data: sql`select json_build_object(${LEARNER}, 'source', enrollments.source, 'enrolled_at', ${jsonTime(sql`enrollments.enrolled_at`)},
    'expires_at', ${jsonTime(sql`enrollments.expires_at`)}) as data ${ENROLLED} where ${isOf(enrolled)}`,
});

export const completionFact = (enrolled: Enrolled): Fact => ({
  userId: enrolled.userId,
  data: sql`select json_build_object(${LEARNER}, 'completed_at', ${jsonTime(sql`enrollments.completed_at`)}) as data ${ENROLLED} where ${isOf(enrolled)}`,
});

/** What a learner did in a lesson. `did`: the table of it, one row of which the condition names, and the members that it adds. */
const lessonFact = (enrolled: Enrolled, did: { table: RawBuilder<unknown>; row: RawBuilder<unknown>; members: RawBuilder<unknown> }): Fact => ({
  userId: enrolled.userId,
  data: sql`select json_build_object(${LEARNER}, 'lesson', ${LESSON}, ${did.members}) as data ${ENROLLED}
    join ${did.table} did on did.organisation_id = enrollments.organisation_id and did.enrollment_id = enrollments.id
    join lessons on lessons.organisation_id = did.organisation_id and lessons.id = did.lesson_id
    where ${isOf(enrolled)} and ${did.row}`,
});

export const lessonCompletionFact = (enrolled: Enrolled, lessonId: string): Fact =>
  lessonFact(enrolled, {
    table: sql`lesson_progress`,
    row: sql`did.lesson_id = ${lessonId}`,
    members: sql`'completed_at', ${jsonTime(sql`did.completed_at`)}`,
  });

export const attemptFact = (enrolled: Enrolled, attemptId: string): Fact =>
  lessonFact(enrolled, {
    table: sql`quiz_attempts`,
    row: sql`did.id = ${attemptId}`,
    members: sql`'attempt_id', did.id, 'number', did.number, 'score_percent', did.score_percent, 'is_passed', did.is_passed, 'needs_grading', did.needs_grading,
      'submitted_at', ${jsonTime(sql`did.submitted_at`)}`,
  });

export const submissionFact = (enrolled: Enrolled, submissionId: string): Fact =>
  lessonFact(enrolled, {
    table: sql`submissions`,
    row: sql`did.id = ${submissionId}`,
    members: sql`'submission_id', did.id, 'number', did.number, 'is_late', did.is_late, 'submitted_at', ${jsonTime(sql`did.submitted_at`)}`,
  });

export const pingFact = (endpointId: string): Fact => ({ userId: null, data: sql`select json_build_object('endpoint_id', ${endpointId}::uuid) as data` });
