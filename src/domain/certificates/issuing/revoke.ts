import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { type Actor, type Caller, systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { selectIssued, showIssued, toIssued } from '../records/issued.ts';
import { readSettings } from '../settings/settings.ts';
import { publishEvent } from './events.ts';

/**
 * Revokes a certificate. A certificate that is already revoked stays as it is.
 * @throws NotFoundError
 */
export function revokeCertificate(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  certificateId: string,
  { reason }: Shape<'CertificateRevocation'>,
): Promise<Shape<'Certificate'>> {
  requireIds(certificateId);
  const { organisationId } = caller;
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const read = () =>
      selectIssued(trx, organisationId, now)
        .where('certificates.id', '=', certificateId)
        .executeTakeFirstOrThrow(() => new NotFoundError());
    const { user_id } = await read();
    await revoke(trx, caller, { id: certificateId, user_id }, reason, now);
    return showIssued(toIssued(await read()));
  });
}

async function revoke(trx: Executor, actor: Actor, { id, user_id }: { id: string; user_id: string }, reason: string, now: string): Promise<void> {
  const { organisationId } = actor;
  const { numUpdatedRows } = await trx
    .updateTable('certificates')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await recordChange(trx, actor, { action: 'certificate.revoked', objectId: id, before: { revoked_at: null }, after: { revoked_at: now, reason } });
  await publishEvent(trx, 'certificate.revoked', { organisationId, userId: user_id, certificateId: id });
}

/** Revokes the certificates of an enrollment that was revoked, if the settings of the course say so and it still is. */
export function revokeWithEnrollment(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisation_id: organisationId, enrollment_id }: Jobs['revoke_certificates'],
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const enrollment = await trx
      .selectFrom('enrollments')
      .select(['course_id', 'user_id'])
      .where('organisation_id', '=', organisationId)
      .where('id', '=', enrollment_id)
      .where('revoked_at', 'is not', null)
      .forKeyShare()
      .executeTakeFirst();
    if (!enrollment) return;
    const { revokes_with_enrollment } = await readSettings(trx, { organisationId, courseId: enrollment.course_id });
    if (!revokes_with_enrollment) return;
    const rows = await trx
      .selectFrom('certificates')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('enrollment_id', '=', enrollment_id)
      .where('revoked_at', 'is', null)
      .execute();
    for (const { id } of rows) {
      await revoke(trx, systemActor(organisationId), { id, user_id: enrollment.user_id }, 'The enrolment has been revoked.', timeOf(clock));
    }
  });
}
