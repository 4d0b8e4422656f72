import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { enrollByCode } from '../../learning/enrollments/enroll.ts';
import { accessCodeKey, accessCodeStatus } from './columns.ts';

/**
 * Enrolls the caller in the course of an access code. Users who already have access to the course keep it, and no use is counted. The code stays locked until
 * the transaction ends, so that no more concurrent redemptions succeed than it has uses left. A place that was paid for is given whatever has happened to the
 * course and the plan.
 * @returns the enrolment and whether it begins now
 * @throws DomainError access_code_revoked, access_code_expired, access_code_used_up, learner_limit, enrollment_over, enrollment_closed
 * @throws ValidationError if the organisation has no such code
 */
export function redeemAccessCode(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { code }: Shape<'AccessCodeRedemption'>,
): Promise<{ begins: boolean; enrollment: Shape<'Enrollment'> }> {
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const { id, course_id: courseId, order_id, status, uses } = await lockCode(trx, caller.organisationId, accessCodeKey(code), now);
    const redeemed = await enrollByCode(
      trx,
      caller,
      { courseId, codeId: id, isPaidFor: order_id !== null, requireUsable: () => requireActive(status) },
      now,
    ).catch(refuseDeleted);
    if (!redeemed.begins) return redeemed;
    await trx
      .updateTable('access_codes')
      .set({ uses: uses + 1 })
      .where('organisation_id', '=', caller.organisationId)
      .where('id', '=', id)
      .execute();
    await recordChange(trx, caller, {
      action: 'access_code.redeemed',
      objectId: id,
      before: { uses },
      after: { uses: uses + 1, enrollment_id: redeemed.enrollment.id },
    });
    return redeemed;
  });
}

async function lockCode(trx: Executor, organisationId: string, key: string, now: string) {
  const found = await trx
    .selectFrom('access_codes')
    .innerJoin('courses', (join) =>
      join.onRef('courses.organisation_id', '=', 'access_codes.organisation_id').onRef('courses.id', '=', 'access_codes.course_id'),
    )
    .select(['access_codes.id', 'access_codes.course_id', 'access_codes.order_id', 'access_codes.uses', accessCodeStatus(now).as('status')])
    .where('access_codes.organisation_id', '=', organisationId)
    .where('access_codes.code', '=', key)
    .where('courses.deleted_at', 'is', null)
    .forNoKeyUpdate('access_codes')
    .executeTakeFirst();
  if (!found) throw unknownCode();
  return found;
}

const unknownCode = () => new ValidationError([{ field: 'code', code: 'unknown', message: 'There is no such code.' }]);

/** Reports the code of a course that was deleted in the meantime as unknown. */
function refuseDeleted(error: unknown): never {
  throw error instanceof NotFoundError ? unknownCode() : error;
}

function requireActive(status: Shape<'AccessCodeStatus'>): void {
  if (status === 'revoked') throw new DomainError('access_code_revoked', 'The code has been revoked.');
  if (status === 'expired') throw new DomainError('access_code_expired', 'The code has expired.');
  if (status === 'used_up') throw new DomainError('access_code_used_up', 'The code has been used up.');
}
