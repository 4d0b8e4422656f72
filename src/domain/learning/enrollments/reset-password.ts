import { inTransaction } from '../../../platform/database/connect.ts';
import { accountIsPersonal, issueCard } from '../../identity/accounts/credential-cards.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type LearnerPath, requireLearner } from './require-learner.ts';

/**
 * Creates a card with which a learner sets a new password. Anyone who has the card controls the account, so the account must be in the hands of this
 * organisation, and the user one of its learners. If it was made because of a mail domain, the organisation must still have proved that domain.
 * @throws NotFoundError
 * @throws DomainError account_is_personal, mail_domain_unproved
 */
export async function resetLearnerPassword({ db }: Pick<Tools, 'db'>, caller: Caller, learner: LearnerPath): Promise<Shape<'CredentialCard'>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const userId = await requireLearner(trx, caller, learner);
    const isLearner = await trx
      .selectFrom('memberships')
      .select('role')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('role', '=', 'learner')
      .executeTakeFirst();
    if (!isLearner) throw accountIsPersonal();
    const card_code = await issueCard(trx, organisationId, userId);
    const { expires_at } = await trx
      .selectFrom('credential_cards')
      .select('expires_at')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const after = { enrollment_id: learner.enrollmentId, expires_at };
    await recordChange(trx, caller, { action: 'credential_card.created', objectId: userId, before: null, after });
    return { card_code, expires_at };
  });
}

/**
 * Sends a learner the usual mail with a link to set a new password. Staff never see the link.
 * @throws NotFoundError
 * @throws DomainError no_mailbox
 */
export async function sendLearnerPasswordReset({ db }: Pick<Tools, 'db'>, caller: Caller, learner: LearnerPath): Promise<void> {
  await inTransaction(db, async (trx) => {
    const userId = await requireLearner(trx, caller, learner);
    const { has_mailbox } = await trx.selectFrom('users').select('has_mailbox').where('id', '=', userId).executeTakeFirstOrThrow();
    if (!has_mailbox) throw new DomainError('no_mailbox', "The learner's sign-in name cannot receive email.");
    await enqueue(trx, 'mail_password_reset', { user_id: userId, organisation_id: caller.organisationId });
    await recordChange(trx, caller, { action: 'password_reset.sent', objectId: userId, before: null, after: { enrollment_id: learner.enrollmentId } });
  });
}
