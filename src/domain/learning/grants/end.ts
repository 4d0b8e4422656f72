import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { publishEvent } from '../access/events.ts';
import { settleEnrollments } from './settle.ts';

/**
 * Sets when the access controlled by staff ends: their own grants, free grants and previews. Access that the learner has paid for stays as it is.
 * @param endsAt RFC 3339; null means never
 * @param now RFC 3339
 */
export async function setEnd(trx: Executor, organisationId: string, enrollmentId: string, endsAt: string | null, now: string): Promise<void> {
  await sql`
    with changed as (
      update enrollment_grants set ends_at = ${endsAt}, follows_course_end = false
      where organisation_id = ${organisationId} and enrollment_id = ${enrollmentId} and source in ('free', 'creator', 'preview') and revoked_at is null
      returning id
    )
    insert into enrollment_grants (organisation_id, enrollment_id, source, source_id, starts_at, ends_at)
    select ${organisationId}, ${enrollmentId}, 'creator', gen_random_uuid(), ${now}::timestamptz, ${endsAt}::timestamptz where not exists (select from changed)
  `.execute(trx);
  await settleEnrollments(trx, organisationId, [enrollmentId], now);
}

/**
 * Ends the access that an order, a code or a subscription has granted, to one or more enrollments. Other grants of the same enrollments stay.
 * @param now RFC 3339
 * @returns the affected enrollments
 */
export const endGrant = (trx: Executor, organisationId: string, sourceId: string, now: string): Promise<string[]> =>
  endGrants(trx, organisationId, [sourceId], now);

/** Ends the access that several orders, codes or subscriptions have granted, like `endGrant`. */
export async function endGrants(trx: Executor, organisationId: string, sourceIds: readonly string[], now: string): Promise<string[]> {
  const ended = await trx
    .updateTable('enrollment_grants')
    .set({ revoked_at: now, revoked_by: 'source' })
    .where('organisation_id', '=', organisationId)
    .where('source_id', '=', sql<string>`any(${sourceIds}::uuid[])`)
    .where('revoked_at', 'is', null)
    .returning('enrollment_id')
    .execute();
  // Access that staff had already ended is now over for both reasons, so that undoing only one of them cannot restore it.
  await trx
    .updateTable('enrollment_grants')
    .set({ revoked_by: 'source', staff_had_revoked: true })
    .where('organisation_id', '=', organisationId)
    .where('source_id', '=', sql<string>`any(${sourceIds}::uuid[])`)
    .where('revoked_by', '=', 'staff')
    .execute();
  const ids = [...new Set(ended.map(({ enrollment_id }) => enrollment_id))];
  await settleEnrollments(trx, organisationId, ids, now);
  const over = await selectRevoked(trx, organisationId, ids).execute();
  await publishEvent(trx, 'enrollment.revoked', ...over.map(({ id, user_id }) => ({ organisationId, userId: user_id, enrollmentId: id })));
  return ids;
}

const selectRevoked = (trx: Executor, organisationId: string, ids: readonly string[]) =>
  trx
    .selectFrom('enrollments')
    .select(['id', 'user_id'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('revoked_at', 'is not', null);

/**
 * Restores the access that orders, codes or subscriptions granted and that ended with them. Access that has expired in the meantime, or that staff had ended
 * before, stays over.
 * @param now RFC 3339
 */
export async function restoreGrants(trx: Executor, organisationId: string, sourceIds: readonly string[], now: string): Promise<void> {
  const ended = trx
    .updateTable('enrollment_grants')
    .where('organisation_id', '=', organisationId)
    .where('source_id', '=', sql<string>`any(${sourceIds}::uuid[])`)
    .where('revoked_by', '=', 'source');
  const restored = await ended.set({ revoked_at: null, revoked_by: null }).where('staff_had_revoked', '=', false).returning('enrollment_id').execute();
  await ended.set({ revoked_by: 'staff', staff_had_revoked: false }).where('staff_had_revoked', '=', true).execute();
  const ids = [...new Set(restored.map(({ enrollment_id }) => enrollment_id))];
  const over = await selectRevoked(trx, organisationId, ids).execute();
  await settleEnrollments(trx, organisationId, ids, now);
  await publishEvent(trx, 'enrollment.restored', ...over.map(({ id, user_id }) => ({ organisationId, userId: user_id, enrollmentId: id })));
}
