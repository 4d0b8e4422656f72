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
import { enrollmentState } from '../access/state.ts';
import { settleEnrollments } from '../grants/settle.ts';
import { readEnrollment } from './columns.ts';

type Place = { courseId: string; enrollmentId: string };

/**
 * Ends a learner's access to a course, whatever granted it. Progress is kept. Repeating the call changes nothing.
 * @throws NotFoundError
 */
export const revokeEnrollment = ({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, place: Place): Promise<Shape<'Enrollment'>> =>
  change(db, caller, place, timeOf(clock), 'enrollment.revoked', (trx, now) =>
    grantsOf(trx, caller, place.enrollmentId).set({ revoked_at: now, revoked_by: 'staff' }).where('revoked_at', 'is', null).execute(),
  );

/**
 * Brings back the access that staff have revoked. What has expired in the meantime, or was refunded, stays over. Repeating the call changes nothing.
 * @throws NotFoundError
 */
export const restoreEnrollment = ({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, place: Place): Promise<Shape<'Enrollment'>> =>
  change(db, caller, place, timeOf(clock), 'enrollment.restored', (trx) =>
    grantsOf(trx, caller, place.enrollmentId).set({ revoked_at: null, revoked_by: null }).where('revoked_by', '=', 'staff').execute(),
  );

const grantsOf = (trx: Executor, { organisationId }: Caller, enrollmentId: string) =>
  trx.updateTable('enrollment_grants').where('organisation_id', '=', organisationId).where('enrollment_id', '=', enrollmentId);

async function change(
  db: Executor,
  caller: Caller,
  { courseId, enrollmentId }: Place,
  now: string,
  action: 'enrollment.revoked' | 'enrollment.restored',
  write: (trx: Executor, now: string) => Promise<unknown>,
): Promise<Shape<'Enrollment'>> {
  requireIds(courseId, enrollmentId);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const read = () =>
      trx
        .selectFrom('enrollments')
        .select([enrollmentState(now).as('state'), 'expires_at', 'revoked_at', 'user_id'])
        .select(sql<string>`source`.as('source'))
        .where('organisation_id', '=', organisationId)
        .where('course_id', '=', courseId)
        .where('id', '=', enrollmentId)
        .where('source', '<>', 'preview');
    const before = await read()
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await write(trx, now);
    await settleEnrollments(trx, organisationId, [enrollmentId]);
    const after = await read().executeTakeFirstOrThrow(() => new NotFoundError());
    if (!isDeepStrictEqual(before, after)) {
      await recordChange(trx, caller, { action, objectId: enrollmentId, before, after });
      await publishEvent(trx, action, { organisationId, userId: before.user_id, enrollmentId });
    }
    return readEnrollment(trx, organisationId, enrollmentId, now);
  });
}
