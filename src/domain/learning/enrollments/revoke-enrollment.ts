import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { publishEvent } from '../access/events.ts';
import { enrollmentState, isOver } from '../access/state.ts';
import { requireSeats } from '../cohorts/members.ts';
import { settleEnrollments } from '../grants/settle.ts';
import { readEnrollment } from './columns.ts';

/** Identifies an enrollment within a course. */
export interface EnrollmentPath {
  courseId: string;
  enrollmentId: string;
}

/**
 * Ends a learner's access to a course, whatever granted it. Progress is kept. Repeating the call changes nothing.
 * @throws NotFoundError
 */
export const revokeEnrollment = (tools: Pick<Tools, 'db' | 'clock'>, caller: Caller, place: EnrollmentPath): Promise<Shape<'Enrollment'>> =>
  change(tools, caller, place, true);

/**
 * Restores the access that staff have revoked. Access that was refunded or has expired in the meantime stays over. Repeating the call changes nothing.
 * @throws NotFoundError
 * @throws DomainError cohort_full
 */
export const restoreEnrollment = (tools: Pick<Tools, 'db' | 'clock'>, caller: Caller, place: EnrollmentPath): Promise<Shape<'Enrollment'>> =>
  change(tools, caller, place, false);

const grantsOf = (trx: Executor, { organisationId }: Caller, enrollmentId: string) =>
  trx.updateTable('enrollment_grants').where('organisation_id', '=', organisationId).where('enrollment_id', '=', enrollmentId);

function change({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, place: EnrollmentPath, isRevoked: boolean): Promise<Shape<'Enrollment'>> {
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const before = await lockLearner(trx, caller.organisationId, place, now);
    await setRevoked(trx, caller, place, isRevoked, now);
    if (isOver(before.state) && !isRevoked) await requireSeats(trx, caller.organisationId, place.enrollmentId, now);
    return readEnrollment(trx, caller.organisationId, place.enrollmentId, now);
  });
}

/** Revokes or restores the access to a course, with its audit entry and its event.
 * @throws NotFoundError */
export async function setRevoked(trx: Executor, caller: Caller, place: EnrollmentPath, isRevoked: boolean, now: string): Promise<void> {
  const { organisationId } = caller;
  const { enrollmentId } = place;
  const before = await lockLearner(trx, organisationId, place, now);
  const grants = grantsOf(trx, caller, enrollmentId);
  await (isRevoked
    ? grants.set({ revoked_at: now, revoked_by: 'staff' }).where('revoked_at', 'is', null).execute()
    : grants.set({ revoked_at: null, revoked_by: null }).where('revoked_by', '=', 'staff').execute());
  await settleEnrollments(trx, organisationId, [enrollmentId], now);
  const after = await selectLearner(trx, organisationId, place, now).executeTakeFirstOrThrow(() => new NotFoundError());
  if (isDeepStrictEqual(before, after)) return;
  const action = isRevoked ? 'enrollment.revoked' : 'enrollment.restored';
  await recordChange(trx, caller, { action, objectId: enrollmentId, before, after });
  await publishEvent(trx, action, { organisationId, userId: before.user_id, enrollmentId });
}

/** Locks the enrollment of a learner until the transaction ends, so that changes of their access happen one after another.
 * @throws NotFoundError also for a preview */
export async function lockLearner(trx: Executor, organisationId: string, place: EnrollmentPath, now: string) {
  requireIds(place.enrollmentId);
  await requireCourse(trx, organisationId, place.courseId);
  return selectLearner(trx, organisationId, place, now)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

const selectLearner = (trx: Executor, organisationId: string, { courseId, enrollmentId }: EnrollmentPath, now: string) =>
  trx
    .selectFrom('enrollments')
    .select([enrollmentState(now).as('state'), 'expires_at', 'revoked_at', 'user_id'])
    .select(sql<string>`source`.as('source'))
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', enrollmentId)
    .where('source', '<>', 'preview');
