import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type CourseAccess, courseAccess } from '../../learning/access/course-access.ts';
import { currentCohort } from '../../learning/access/day-zero.ts';
import { lessonLock, readOutline, selectLessons } from '../../learning/access/lesson-facts.ts';
import type { Lock } from '../../learning/access/lock.ts';
import { joinedCohorts } from '../../learning/cohorts/joined-cohorts.ts';
import { type Viewpoint, type WholeTopic, wholeTopic } from './rows.ts';
import { areFrequent } from './search.ts';
import { type Rules, rulesOf } from './settings.ts';

type ReadOnlyReason = Shape<'DiscussionReadOnlyReason'>;

/** Somebody who takes part in the discussions of a course. */
export interface Visit {
  organisationId: string;
  courseId: string;
  userId: string;
  /** The moment of the request, in RFC 3339. It is the same for the whole request. */
  now: string;
  /** Whether the visitor is staff, who see and may do everything. */
  isStaff: boolean;
  access: CourseAccess;
  rules: Rules;
  /** The learner's cohorts, and the one that currently applies. */
  cohortIds: readonly string[];
  currentCohortId: string | null;
  /** The reason why the visitor cannot write anywhere in the course, or null. */
  bar: ReadOnlyReason | null;
  /** Whether a topic of the course is about a lesson. */
  hasLessonTopics: boolean;
  /** The requested topic, whether or not the visitor may see it. */
  topic: WholeTopic | null;
  /** Whether many posts of the course have the searched words. */
  isSearchFrequent: boolean;
}

/** The purpose of a visit to the discussions. */
interface Aim {
  courseId: string;
  topicId?: string | undefined;
  search?: string | undefined;
}

/**
 * Admits staff, and people who are or were enrolled in the course.
 * @throws NotFoundError also while discussions are off, except for staff
 * @throws DomainError enrollment_over
 */
export const visitDiscussions = ({ db, clock }: Pick<Tools, 'db' | 'clock'>, who: Caller, aim: Aim): Promise<Visit> => visitAt(db, who, aim, timeOf(clock));

/** Does the same at a moment in RFC 3339. */
export async function visitAt(db: Executor, who: Caller, aim: Aim, now: string): Promise<Visit> {
  const { courseId, topicId } = aim;
  requireIds(courseId, ...(topicId === undefined ? [] : [topicId]));
  const { organisationId, actorId: userId } = who;
  const access = await courseAccess(db, who, courseId, now);
  const { enrollment, course, seesAll: isStaff } = access;
  if (!isStaff && (!enrollment || (course.status === 'draft' && !enrollment.isPreview))) throw new NotFoundError();
  if (!isStaff && enrollment?.state === 'revoked') throw new DomainError('enrollment_over', 'Access to the course has been revoked.');
  const facts = await readFacts(db, access, { isStaff, userId }, aim);
  const rules = rulesOf(facts.rules);
  if (!isStaff && !rules.is_enabled) throw new NotFoundError();
  return {
    organisationId,
    courseId,
    userId,
    now,
    isStaff,
    access,
    rules,
    cohortIds: facts.cohorts.map(({ id }) => id),
    currentCohortId: currentCohort(facts.cohorts, course.timezone, now)?.id ?? null,
    bar: isStaff ? null : barOf(access, rules, facts, now),
    hasLessonTopics: facts.has_lesson_topics,
    topic: facts.topic,
    isSearchFrequent: facts.is_search_frequent,
  };
}

const readFacts = (db: Executor, { organisationId, courseId, enrollment }: CourseAccess, viewer: Viewpoint, { topicId, search }: Aim) =>
  db
    .selectFrom('courses')
    .leftJoin('enrollments', (join) =>
      join.onRef('enrollments.organisation_id', '=', 'courses.organisation_id').on('enrollments.id', '=', enrollment?.id ?? null),
    )
    .leftJoin('discussion_settings', (join) =>
      join.onRef('discussion_settings.organisation_id', '=', 'courses.organisation_id').onRef('discussion_settings.course_id', '=', 'courses.id'),
    )
    .leftJoin('discussion_members', (join) =>
      join
        .onRef('discussion_members.organisation_id', '=', 'courses.organisation_id')
        .onRef('discussion_members.course_id', '=', 'courses.id')
        .on('discussion_members.user_id', '=', viewer.userId),
    )
    .where('courses.organisation_id', '=', organisationId)
    .where('courses.id', '=', courseId)
    .innerJoin('users', (join) => join.on('users.id', '=', viewer.userId))
    .select(['discussion_settings.rules', 'discussion_members.muted_until', joinedCohorts.as('cohorts'), 'users.email_verified_at'])
    .select('users.created_at as signed_up_at')
    .select((topicId === undefined ? sql<null>`null::json` : wholeTopic(viewer, { organisationId, courseId, topicId })).as('topic'))
    .select((search === undefined ? sql<boolean>`false` : areFrequent(organisationId, courseId, search)).as('is_search_frequent'))
    .select(
      sql<boolean>`exists (select from discussion_topics t where t.organisation_id = courses.organisation_id and t.course_id = courses.id
        and t.lesson_id is not null)`.as('has_lesson_topics'),
    )
    .executeTakeFirstOrThrow(() => new NotFoundError());

interface Participant {
  muted_until: string | null;
  email_verified_at: string | null;
  signed_up_at: string;
}

const DAY_MS = 24 * 3600_000;

function barOf({ course, enrollment }: CourseAccess, rules: Rules, participant: Participant, now: string): ReadOnlyReason | null {
  if (enrollment?.isOver) return 'enrollment_expired';
  if (enrollment?.isPreview) return 'preview';
  if (course.status === 'archived') return 'course_archived';
  const { ends_at } = course.card;
  if (rules.closes_after_course && ends_at !== null && ends_at <= now) return 'course_over';
  if (isMuted(participant.muted_until, now)) return 'muted';
  const { min_account_age_days: days } = rules;
  if (days > 0 && Date.parse(now) - Date.parse(participant.signed_up_at) < days * DAY_MS) return 'account_too_new';
  return rules.requires_verified_email && participant.email_verified_at === null ? 'email_not_verified' : null;
}

/** The end under which a mute without an end is stored. */
export const FOREVER = '9999-12-31T23:59:59.999Z';

export const isMuted = (until: string | null, now: string): boolean => until !== null && until > now;

/** @throws DomainError discussion_read_only */
export function requireWritable({ bar }: Pick<Visit, 'bar'>): void {
  if (bar !== null) throw readOnly(bar);
}

export const readOnly = (reason: ReadOnlyReason): DomainError =>
  new DomainError('discussion_read_only', 'You can read this discussion, but you cannot post in it.', { reason });

/** Returns the locks of the course's lessons that topics are about, or of one lesson. Lessons that the learner cannot see are missing. */
export async function lessonLocks(db: Executor, { access, now }: Visit, lessonId?: string): Promise<Map<string, Lock>> {
  const [outline, lessons] = await Promise.all([
    readOutline(db, access, now, { learnersView: true }),
    selectLessons(db, access, { learnersView: true })
      .$if(lessonId !== undefined, (query) => query.where('lessons.id', '=', lessonId as string))
      .$if(lessonId === undefined, (query) =>
        query.where(sql<boolean>`exists (select from discussion_topics t where t.organisation_id = lessons.organisation_id and t.lesson_id = lessons.id)`),
      )
      .execute(),
  ]);
  return new Map(lessons.map((lesson) => [lesson.id, lessonLock(access, outline, lesson, now)]));
}

/** Returns the lessons whose topics the visitor may read, or null if they may read all topics. */
export async function openLessons(db: Executor, visit: Visit): Promise<readonly string[] | null> {
  if (visit.isStaff || !visit.hasLessonTopics) return null;
  const locks = await lessonLocks(db, visit);
  return [...locks].flatMap(([id, { lock_reason }]) => (lock_reason === null ? [id] : []));
}

/** Checks that a lesson is open to the visitor.
 * @throws DomainError lesson_locked */
export async function requireOpenLesson(db: Executor, visit: Visit, lessonId: string): Promise<void> {
  if (visit.isStaff) return;
  const lock = (await lessonLocks(db, visit, lessonId)).get(lessonId) ?? { lock_reason: 'unpublished' as const, opens_at: null };
  if (lock.lock_reason !== null) throw new DomainError('lesson_locked', 'The lesson is locked.', { lock_reason: lock.lock_reason, opens_at: lock.opens_at });
}
