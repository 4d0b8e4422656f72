import { sql } from 'kysely';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { notify } from '../../kernel/events/notify.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { joinAsLearner } from '../../organisations/organisations/learners.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { readPreviewToken } from '../../studio/courses/preview-token.ts';
import { publishEvent } from '../access/events.ts';
import { expiryOf } from '../access/expiry.ts';
import { type EnrollmentState, enrollmentState, isOver } from '../access/state.ts';
import { joinCohort } from '../cohorts/members.ts';
import { readEnrollment } from './columns.ts';

type Source = Shape<'Enrollment'>['source'];

/** An enrollment that is about to be granted. */
interface Place {
  userId: string;
  source: Source;
  /** Null means never; undefined means that the length of the course decides. */
  expiresAt: string | null | undefined;
  cohortId: string | undefined;
}

const LATEST = Date.UTC(9999, 11, 31);

/**
 * Enrolls the caller or another member. A user who is already enrolled keeps their enrollment: only its expiry and its cohort change, if they were
 * sent. An enrollment that is over, or that was a preview, begins again and keeps its progress.
 * @returns the enrollment and whether it begins now
 * @throws NotFoundError
 * @throws DomainError permission_denied, payment_required, learner_limit, enrollment_over, enrollment_closed, cohort_full
 * @throws ValidationError
 */
export async function enroll(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  who: Caller,
  courseId: string,
  input: Shape<'EnrollmentWrite'>,
): Promise<{ begins: boolean; enrollment: Shape<'Enrollment'> }> {
  requireIds(courseId);
  const { organisationId } = who;
  const now = timeOf(clock);
  const place = await placeFor(db, { clock, keyring }, who, courseId, input);
  return inTransaction(db, async (trx) => {
    const course = await readCourse(trx, organisationId, courseId, place.userId, now);
    const { id, begins } = goesOn(course, place) ? await keep(trx, who, course, place) : await begin(trx, who, course, place, now);
    if (place.cohortId !== undefined) await joinCohort(trx, organisationId, courseId, place.cohortId, [id]).catch(refuseUnknownCohort);
    return { begins, enrollment: await readEnrollment(trx, organisationId, id, now) };
  });
}

/** Checks whom the caller may enroll and what they may specify, and returns the enrollment to grant. */
async function placeFor(
  db: Executor,
  { clock, keyring }: { clock: Clock; keyring: Keyring },
  caller: Caller,
  courseId: string,
  { user_id, email, expires_at, cohort_id, preview_token }: Shape<'EnrollmentWrite'>,
): Promise<Place> {
  const enrolsOthers = isStaff(caller);
  const own = { user_id, email, expires_at, cohort_id };
  const named = Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (named.length && !enrolsOthers) throw new DomainError('permission_denied', 'Only staff may enroll others, set an expiry or choose a cohort.');
  const faults = new Faults();
  if (preview_token !== undefined) for (const name of named) faults.add(name, 'not_allowed', 'Not allowed with preview_token.');
  if (user_id !== undefined && email !== undefined) faults.add('email', 'not_allowed', 'Not allowed with user_id.');
  const expiresAt = checkedExpiry(expires_at, clock, faults);
  faults.check();
  if (preview_token !== undefined) {
    const grant = readPreviewToken(keyring, clock, preview_token);
    if (grant?.organisationId !== caller.organisationId || grant.courseId !== courseId.toLowerCase()) {
      throw new ValidationError([{ field: 'preview_token', code: 'unknown', message: 'The token is not for this course or has expired.' }]);
    }
    return { userId: caller.actorId, source: 'preview', expiresAt: grant.expiresAt, cohortId: undefined };
  }
  const userId = user_id === undefined && email === undefined ? caller.actorId : await memberId(db, caller.organisationId, { user_id, email });
  return { userId, source: enrolsOthers ? 'creator' : 'free', expiresAt, cohortId: cohort_id };
}

function checkedExpiry(text: string | null | undefined, clock: Clock, faults: Faults): string | null | undefined {
  if (text === null || text === undefined) return text;
  const moment = Date.parse(text);
  if (!(moment > clock.now())) faults.add('expires_at', 'past', 'Must be in the future.');
  else if (moment > LATEST) faults.add('expires_at', 'out_of_range', 'Must be before the year 10000.');
  else return new Date(moment).toISOString();
  return undefined;
}

async function memberId(db: Executor, organisationId: string, { user_id, email }: Pick<Shape<'EnrollmentWrite'>, 'user_id' | 'email'>): Promise<string> {
  const member = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.organisation_id', '=', organisationId)
    .$if(user_id !== undefined, (query) => query.where('users.id', '=', user_id as string))
    .$if(email !== undefined, (query) => query.where(sql`lower(users.email)`, '=', email?.toLowerCase()))
    .executeTakeFirst();
  if (member) return member.id;
  throw new ValidationError([{ field: user_id === undefined ? 'email' : 'user_id', code: 'unknown', message: 'The organisation has no such member.' }]);
}

interface CourseForPlace {
  id: string;
  status: Shape<'Course'>['status'];
  visibility: Shape<'Course'>['visibility'];
  price_amount: number | null;
  timezone: string;
  length_mode: Shape<'Course'>['length_mode'];
  duration_days: number | null;
  end_date: string | null;
  /** The existing enrollment. */
  enrollment_id: string | null;
  source: Source | null;
  state: EnrollmentState;
  expires_at: string | null;
}

/** Reads the course and locks it until the transaction ends, so that it is not deleted in the meantime. */
const readCourse = (trx: Executor, organisationId: string, courseId: string, userId: string, now: string): Promise<CourseForPlace> =>
  liveCourses(trx, organisationId)
    .leftJoin('enrollments', (join) =>
      join
        .onRef('enrollments.organisation_id', '=', 'courses.organisation_id')
        .onRef('enrollments.course_id', '=', 'courses.id')
        .on('enrollments.user_id', '=', userId),
    )
    .where('courses.id', '=', courseId)
    .select(['courses.id', 'courses.status', 'courses.visibility', 'courses.price_amount', 'courses.timezone', 'courses.length_mode'])
    .select(['courses.duration_days', 'courses.end_date', 'enrollments.id as enrollment_id', 'enrollments.source', 'enrollments.expires_at'])
    .select(enrollmentState(now).as('state'))
    .forKeyShare('courses')
    .$castTo<CourseForPlace>()
    .executeTakeFirstOrThrow(() => new NotFoundError());

/** Returns whether there is already an enrollment of the wanted kind. A preview ends when a regular enrollment begins. */
const goesOn = ({ enrollment_id, state, source }: CourseForPlace, place: Place): boolean =>
  enrollment_id !== null && !isOver(state) && (source !== 'preview' || place.source === 'preview');

/** Applies the requested expiry to the existing enrollment. A preview token does not change the expiry of a regular enrollment. */
async function keep(trx: Executor, caller: Caller, course: CourseForPlace, { source, expiresAt, cohortId }: Place): Promise<{ id: string; begins: boolean }> {
  const id = course.enrollment_id as string;
  const before = { expires_at: course.expires_at };
  const after = { expires_at: expiresAt === undefined || (source === 'preview' && course.source !== 'preview') ? course.expires_at : expiresAt };
  if (after.expires_at !== before.expires_at) {
    await trx.updateTable('enrollments').set(after).where('organisation_id', '=', caller.organisationId).where('id', '=', id).execute();
  }
  if (after.expires_at !== before.expires_at || cohortId !== undefined) {
    const joined = cohortId === undefined ? {} : { cohort_id: cohortId };
    await recordChange(trx, caller, { action: 'enrollment.updated', objectId: id, before, after: { ...after, ...joined } });
  }
  return { id, begins: false };
}

/** Begins the enrollment. Of two concurrent requests, one creates it and the other finds it. */
async function begin(trx: Executor, caller: Caller, course: CourseForPlace, place: Place, now: string): Promise<{ id: string; begins: boolean }> {
  const { organisationId } = caller;
  const { userId, source, cohortId } = place;
  const expiresAt = place.expiresAt === undefined ? expiryOf(course, now) : place.expiresAt;
  requireOpen(course, source, expiresAt, now);
  if (caller.role === null) await joinAsLearner(trx, caller);
  const made = await trx
    .insertInto('enrollments')
    .values({ organisation_id: organisationId, id: newId(), course_id: course.id, user_id: userId, source, enrolled_at: now, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'course_id', 'user_id'])
        .doUpdateSet((eb) => ({
          source: eb.ref('excluded.source'),
          enrolled_at: eb.ref('excluded.enrolled_at'),
          expires_at: eb.ref('excluded.expires_at'),
          revoked_at: null,
        }))
        .where(sql<boolean>`${enrollmentState(now)} in ('expired', 'revoked') or (enrollments.source = 'preview' and excluded.source <> 'preview')`),
    )
    .returning('id')
    .executeTakeFirst();
  if (!made) {
    const other = await trx
      .selectFrom('enrollments')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', course.id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return { id: other.id, begins: false };
  }
  const before = course.enrollment_id === null ? null : { source: course.source, expires_at: course.expires_at };
  const after = { course_id: course.id, user_id: userId, source, expires_at: expiresAt, ...(cohortId === undefined ? {} : { cohort_id: cohortId }) };
  await recordChange(trx, caller, { action: before ? 'enrollment.renewed' : 'enrollment.created', objectId: made.id, before, after });
  await publishEvent(trx, 'enrollment.created', { organisationId, userId, enrollmentId: made.id });
  const notice = { organisation_id: organisationId, object_id: made.id };
  if (source !== 'preview') await notify(trx, { ...notice, event: 'enrollment_created' });
  // Staff are not notified of enrollments that they made themselves.
  if (source === 'free') await notify(trx, { ...notice, event: 'learner_enrolled' });
  return { id: made.id, begins: true };
}

/**
 * Checks that the course can be enrolled in. Staff can enroll users in any course that is not archived. A preview is possible in any course, but
 * not when a regular enrollment in it is over.
 */
function requireOpen(
  { status, visibility, price_amount, enrollment_id, source: before }: CourseForPlace,
  source: Source,
  expiresAt: string | null,
  now: string,
) {
  const closed = (why: string) => new DomainError('enrollment_closed', why);
  if (source === 'preview') {
    if (enrollment_id !== null && before !== 'preview') throw new DomainError('enrollment_over', 'The enrollment is over. A preview cannot renew it.');
    return;
  }
  if (status === 'archived') throw closed('The course is archived.');
  if (source === 'free') {
    if (status !== 'published') throw closed('The course is not published.');
    if (visibility === 'private') throw closed('The course is by invitation only.');
    if (price_amount !== null && price_amount > 0) throw new DomainError('payment_required', 'This course requires payment.');
  }
  if (expiresAt !== null && expiresAt <= now) throw closed('The course has ended.');
}

function refuseUnknownCohort(error: unknown): never {
  if (error instanceof NotFoundError) throw new ValidationError([{ field: 'cohort_id', code: 'unknown', message: 'The course has no such cohort.' }]);
  throw error;
}
