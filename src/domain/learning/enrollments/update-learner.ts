import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults } from '../../kernel/errors.ts';
import { checkedExpiry } from '../../kernel/expiry.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { type EnrollmentState, isOver } from '../access/state.ts';
import { joinCohort, leaveOtherCohorts, requireSeats } from '../cohorts/members.ts';
import { setEnd } from '../grants/end.ts';
import { grantPlace } from '../grants/place.ts';
import { refuseUnknownCohort, requireNotArchived } from './enroll.ts';
import { getLearner } from './list-learners.ts';
import { type EnrollmentPath, lockLearner, setRevoked } from './revoke-enrollment.ts';

/**
 * Changes all parts of a learner's access together. Each part follows the rule of the operation that changes it alone, and has its own audit entry.
 * @throws NotFoundError also for a preview
 * @throws ValidationError
 * @throws DomainError enrollment_over, enrollment_closed, cohort_full
 */
export function updateLearner(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  path: EnrollmentPath,
  { is_revoked, expires_at, cohort_id, opens_everything }: Shape<'LearnerChange'>,
): Promise<Shape<'LearnerDetails'>> {
  const now = timeOf(clock);
  const faults = new Faults();
  const expiresAt = checkedExpiry(expires_at, clock, faults);
  if (is_revoked && expires_at !== undefined) faults.add('expires_at', 'not_allowed', 'Not allowed with is_revoked: true.');
  faults.check();
  return inTransaction(db, async (trx) => {
    const before = await lockLearner(trx, caller.organisationId, path, now);
    if (is_revoked !== undefined) await setRevoked(trx, caller, path, is_revoked, now);
    const learner = await lockLearner(trx, caller.organisationId, path, now);
    if (expiresAt !== undefined) await changeEnd(trx, caller, path, learner, expiresAt, now);
    if (cohort_id !== undefined) await moveToCohort(trx, caller, path, cohort_id, now);
    if (opens_everything !== undefined) await openEverything(trx, caller, path, opens_everything);
    if (isOver(before.state)) await requireSeats(trx, caller.organisationId, path.enrollmentId, now);
    return getLearner({ db: trx, clock }, caller, path);
  });
}

/** Sets when the access controlled by staff ends. Access that has expired is granted again. */
async function changeEnd(
  trx: Executor,
  caller: Caller,
  { courseId, enrollmentId }: EnrollmentPath,
  { state, expires_at, user_id }: { state: EnrollmentState; expires_at: string | null; user_id: string },
  endsAt: string | null,
  now: string,
): Promise<void> {
  const { organisationId } = caller;
  if (state === 'revoked') throw new DomainError('enrollment_over', 'Access has been revoked. Restore it first.');
  if (state === 'expired') {
    const { status } = await liveCourses(trx, organisationId).select('status').where('id', '=', courseId).executeTakeFirstOrThrow();
    requireNotArchived(status);
    await grantPlace(trx, caller, { courseId, userId: user_id, grant: { source: 'creator', endsAt, followsCourseEnd: false } }, now);
  } else if (endsAt !== expires_at) {
    await setEnd(trx, organisationId, enrollmentId, endsAt, now);
    await recordChange(trx, caller, { action: 'enrollment.updated', objectId: enrollmentId, before: { expires_at }, after: { expires_at: endsAt } });
  }
}

/** Makes a cohort the only one of a learner, or takes the learner out of all cohorts. */
async function moveToCohort(trx: Executor, caller: Caller, { courseId, enrollmentId }: EnrollmentPath, cohortId: string | null, now: string): Promise<void> {
  const { organisationId } = caller;
  const joined = cohortId !== null && (await joinCohort(trx, organisationId, courseId, cohortId, [enrollmentId], now).catch(refuseUnknownCohort));
  const left = await leaveOtherCohorts(trx, organisationId, enrollmentId, cohortId, now);
  if (!joined && left.length === 0) return;
  const before = { cohort_ids: joined || cohortId === null ? left : [...left, cohortId].sort() };
  await recordChange(trx, caller, { action: 'enrollment.updated', objectId: enrollmentId, before, after: { cohort_ids: cohortId === null ? [] : [cohortId] } });
}

async function openEverything(trx: Executor, caller: Caller, { enrollmentId }: EnrollmentPath, opens_everything: boolean): Promise<void> {
  const changed = await trx
    .updateTable('enrollments')
    .set({ opens_everything })
    .where('organisation_id', '=', caller.organisationId)
    .where('id', '=', enrollmentId)
    .where('opens_everything', '<>', opens_everything)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return;
  const [before, after] = [{ opens_everything: !opens_everything }, { opens_everything }];
  await recordChange(trx, caller, { action: 'enrollment.updated', objectId: enrollmentId, before, after });
}
