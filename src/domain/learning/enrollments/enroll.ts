import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { DomainError, Faults, NotFoundError, refuseUnknown, ValidationError } from '../../kernel/errors.ts';
import { checkedExpiry } from '../../kernel/expiry.ts';
import { requireIds } from '../../kernel/ids.ts';
import { isInHandsOf, requireOwnAccount } from '../../kernel/ownership.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { addBeyondLimit, joinAsLearner } from '../../organisations/organisations/learners.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { openPreview } from '../../studio/courses/preview-token.ts';
import { expiryOf } from '../access/expiry.ts';
import { type EnrollmentState, enrollmentState, isOver } from '../access/state.ts';
import { joinCohort } from '../cohorts/members.ts';
import { setEnd } from '../grants/end.ts';
import { grantPlace } from '../grants/place.ts';
import { readEnrollment } from './columns.ts';

type Source = Shape<'Enrollment'>['source'];

/** An enrollment that is about to be granted. */
interface Place {
  userId: string;
  source: Source;
  /** The access code that grants the place. */
  codeId?: string;
  /** Whether the place has been paid for, in which case the limit of the plan does not apply. */
  isPaidFor?: boolean;
  /** When the access expires. Null means never; undefined means that the length of the course decides. */
  expiresAt: string | null | undefined;
  cohortId: string | undefined;
  restartsSchedule: boolean;
}

/**
 * Enrolls the caller or another member. A user who is already enrolled keeps their enrollment: only its expiry and its cohort change, if they were
 * sent. Staff can renew an enrollment that is over; it keeps its progress, and its schedule unless staff restart it.
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
    const { id, begins } = goesOn(course, place) ? await keep(trx, who, course, place, now) : await beginIfOpen(trx, who, course, place, now);
    if (place.cohortId !== undefined) await joinCohort(trx, organisationId, courseId, place.cohortId, [id], now).catch(refuseUnknownCohort);
    return { begins, enrollment: await readEnrollment(trx, organisationId, id, now) };
  });
}

/** A redemption of an access code. `requireUsable` is called before it gives a place, and throws if the code cannot be redeemed. */
interface Redemption {
  courseId: string;
  codeId: string;
  /** Whether the place has been paid for. It is then granted like a purchase: even in an archived course, beyond the plan's limit, restarting the schedule. */
  isPaidFor: boolean;
  requireUsable: () => void;
}

/**
 * Enrolls the caller with an access code. An archived course requires that the place was paid for. Changes nothing if the caller has access.
 * @returns the enrollment and whether it begins now
 * @throws NotFoundError
 * @throws DomainError learner_limit, enrollment_over, enrollment_closed
 */
export async function enrollByCode(
  trx: Executor,
  who: Caller,
  { courseId, codeId, isPaidFor, requireUsable }: Redemption,
  now: string,
): Promise<{ begins: boolean; enrollment: Shape<'Enrollment'> }> {
  const place: Place = { userId: who.actorId, source: 'code', codeId, isPaidFor, expiresAt: undefined, cohortId: undefined, restartsSchedule: isPaidFor };
  const course = await readCourse(trx, who.organisationId, courseId, place.userId, now);
  const enrolled = async (id: string, begins: boolean) => ({ begins, enrollment: await readEnrollment(trx, who.organisationId, id, now) });
  if (goesOn(course, place)) return enrolled(course.enrollment_id as string, false);
  requireUsable();
  if (!isPaidFor) requireNotArchived(course.status);
  requireNotEnded(endOf(course, place, now), now);
  const { id, begins } = await begin(trx, who, course, place, now);
  const result = await enrolled(id, begins);
  if (isOver(result.enrollment.state)) throw new DomainError('enrollment_over', 'The access that this code gave you has ended.');
  return result;
}

/** Checks whom the caller may enroll and what they may specify, and returns the enrollment to grant. */
async function placeFor(
  db: Executor,
  { clock, keyring }: { clock: Clock; keyring: Keyring },
  caller: Caller,
  courseId: string,
  { user_id, email, expires_at, cohort_id, restart_schedule, preview_token }: Shape<'EnrollmentWrite'>,
): Promise<Place> {
  const enrolsOthers = isStaff(caller);
  const own = { user_id, email, expires_at, cohort_id, restart_schedule };
  const named = Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (named.length && !enrolsOthers)
    throw new DomainError('permission_denied', 'Only staff may enrol others, set an expiry, choose a cohort or restart the schedule.');
  const faults = new Faults();
  if (preview_token !== undefined) for (const name of named) faults.add(name, 'not_allowed', 'Not allowed with preview_token.');
  if (user_id !== undefined && email !== undefined) faults.add('email', 'not_allowed', 'Not allowed with user_id.');
  const expiresAt = checkedExpiry(expires_at, clock, faults);
  faults.check();
  if (preview_token !== undefined) {
    const grant = await openPreview(db, { keyring, clock }, preview_token);
    if (grant?.organisationId !== caller.organisationId || grant.courseId !== courseId.toLowerCase()) {
      throw new ValidationError([{ field: 'preview_token', code: 'unknown', message: 'The token is not for this course or has expired.' }]);
    }
    return { userId: caller.actorId, source: 'preview', expiresAt: grant.expiresAt, cohortId: undefined, restartsSchedule: false };
  }
  const userId = user_id === undefined && email === undefined ? caller.actorId : await memberId(db, caller.organisationId, { user_id, email });
  return { userId, source: enrolsOthers ? 'creator' : 'free', expiresAt, cohortId: cohort_id, restartsSchedule: restart_schedule ?? false };
}

/** Returns the member whom the request names. An unverified address counts only if it is that of an account in the hands of the organisation. */
async function memberId(db: Executor, organisationId: string, { user_id, email }: Pick<Shape<'EnrollmentWrite'>, 'user_id' | 'email'>): Promise<string> {
  const member = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.organisation_id', '=', organisationId)
    .$if(user_id !== undefined, (query) => query.where('users.id', '=', user_id as string))
    .$if(email !== undefined, (query) =>
      query
        .where('users.email_key', '=', emailKey(email as string))
        .where((eb) => eb.or([eb('users.email_verified_at', 'is not', null), isInHandsOf(organisationId)])),
    )
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
async function keep(
  trx: Executor,
  caller: Caller,
  course: CourseForPlace,
  { source, expiresAt, cohortId }: Place,
  now: string,
): Promise<{ id: string; begins: boolean }> {
  const id = course.enrollment_id as string;
  const isChanged = expiresAt !== undefined && expiresAt !== course.expires_at && (source !== 'preview' || course.source === 'preview');
  if (isChanged) await setEnd(trx, caller.organisationId, id, expiresAt, now);
  if (isChanged || cohortId !== undefined) {
    const before = { expires_at: course.expires_at };
    const after = { expires_at: isChanged ? expiresAt : course.expires_at, ...(cohortId === undefined ? {} : { cohort_id: cohortId }) };
    await recordChange(trx, caller, { action: 'enrollment.updated', objectId: id, before, after });
  }
  return { id, begins: false };
}

const endOf = (course: CourseForPlace, { expiresAt }: Place, now: string): string | null => (expiresAt === undefined ? expiryOf(course, now) : expiresAt);

function beginIfOpen(trx: Executor, caller: Caller, course: CourseForPlace, place: Place, now: string): Promise<{ id: string; begins: boolean }> {
  requireOpen(course, place.source, endOf(course, place, now), now);
  return begin(trx, caller, course, place, now);
}

/** Grants access to a learner who has none. Of two concurrent requests, one grants the access and the other finds it. */
async function begin(trx: Executor, caller: Caller, course: CourseForPlace, place: Place, now: string): Promise<{ id: string; begins: boolean }> {
  const { userId, source, codeId, isPaidFor, restartsSchedule } = place;
  const endsAt = endOf(course, place, now);
  if (caller.role === null) {
    await requireOwnAccount(trx, caller.actorId, caller.organisationId);
    if (isPaidFor) await addBeyondLimit(trx, caller, caller.actorId);
    else await joinAsLearner(trx, caller);
  }
  const grant = {
    source,
    endsAt,
    followsCourseEnd: place.expiresAt === undefined && course.length_mode === 'dates',
    ...(codeId === undefined ? {} : { sourceId: codeId }),
  };
  const { id, placement } = await grantPlace(trx, caller, { courseId: course.id, userId, grant, restartsSchedule }, now);
  return { id, begins: placement !== 'kept' };
}

/** Returns whether a grant would be over at once. */
export const hasEnded = (endsAt: string | null, now: string): boolean => endsAt !== null && endsAt <= now;

/** @throws DomainError enrollment_closed */
export function requireNotEnded(endsAt: string | null, now: string): void {
  if (hasEnded(endsAt, now)) throw new DomainError('enrollment_closed', 'The course has ended.');
}

/** @throws DomainError enrollment_closed */
export function requireNotArchived(status: string): void {
  if (status === 'archived') throw new DomainError('enrollment_closed', 'The course is archived.');
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
    if (enrollment_id !== null && before !== 'preview') throw new DomainError('enrollment_over', 'The enrolment has ended. A preview cannot renew it.');
    return;
  }
  if (source === 'free' && enrollment_id !== null && before !== 'preview')
    throw new DomainError('enrollment_over', 'The enrolment has ended. Only staff can renew it.');
  requireNotArchived(status);
  if (source === 'free') {
    if (status !== 'published') throw closed('The course is not published.');
    if (visibility === 'private') throw closed('The course is by invitation only.');
    if (price_amount !== null && price_amount > 0) throw new DomainError('payment_required', 'This course requires payment.');
  }
  requireNotEnded(expiresAt, now);
}

/** Refuses a cohort that the course does not have. */
export const refuseUnknownCohort = refuseUnknown('cohort_id', 'The course has no such cohort.');
