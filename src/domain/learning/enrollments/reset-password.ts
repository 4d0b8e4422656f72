import { sql } from 'kysely';
import { inTransaction } from '../../../platform/database/connect.ts';
import { issueCard } from '../../identity/accounts/credential-cards.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';

/**
 * Creates a card with which a learner sets a new password. Anyone who has the card controls the account, so the account must belong to this
 * organisation alone. The user is locked so that they cannot join another organisation between the check and the creation of the card.
 * @throws NotFoundError
 * @throws DomainError not_only_here
 */
export async function resetLearnerPassword(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  courseId: string,
  enrollmentId: string,
): Promise<Shape<'CredentialCard'>> {
  requireIds(courseId, enrollmentId);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const { user_id } = await trx
      .selectFrom('enrollments')
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .select('enrollments.user_id')
      .where('enrollments.organisation_id', '=', organisationId)
      .where('enrollments.course_id', '=', courseId)
      .where('enrollments.id', '=', enrollmentId)
      .where('enrollments.source', '<>', 'preview')
      .forUpdate('users')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    // Plain SQL, because the query covers all organisations.
    const { rows } = await sql<{ is_own: boolean }>`select coalesce(bool_and(organisation_id = ${organisationId} and role = 'learner'), false) as is_own
      from memberships where user_id = ${user_id}`.execute(trx);
    if (!rows[0]?.is_own) throw new DomainError('not_only_here', 'The user must be a learner of this organisation and a member of no other.');
    const card_code = await issueCard(trx, organisationId, user_id);
    const { expires_at } = await trx
      .selectFrom('credential_cards')
      .select('expires_at')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    await recordChange(trx, caller, { action: 'credential_card.created', objectId: user_id, before: null, after: { enrollment_id: enrollmentId, expires_at } });
    return { card_code, expires_at };
  });
}
