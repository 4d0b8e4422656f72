import type { Executor } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { newId } from '../../kernel/ids.ts';
import { endGrants, restoreGrants } from '../../learning/grants/end.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { accessCodeStatus } from './columns.ts';
import { insertCodes, randomCodes } from './insert-codes.ts';

interface Sold {
  organisationId: string;
  orderId: string;
  courseId: string;
  quantity: number;
}

/**
 * Creates the codes that an order gives, each for one place, in the transaction that marks the order as paid.
 * @param now RFC 3339
 * @returns whether the course still exists
 */
export async function sellCodes(trx: Executor, { organisationId, orderId, courseId, quantity }: Sold, now: string): Promise<boolean> {
  const course = await liveCourses(trx, organisationId).where('courses.id', '=', courseId).select('courses.id').forKeyShare('courses').executeTakeFirst();
  if (!course) return false;
  const id = newId();
  const terms = { label: '', max_uses: 1, expires_at: null };
  await insertCodes(trx, organisationId, { id, courseId, orderId, codes: randomCodes(quantity), ...terms, created_at: now });
  const after = { course_id: courseId, order_id: orderId, count: quantity, ...terms };
  await recordChange(trx, systemActor(organisationId), { action: 'access_code.created', objectId: id, before: null, after });
  return true;
}

const codesOfOrder = (db: Executor, organisationId: string, orderId: string) =>
  db.selectFrom('access_codes').where('organisation_id', '=', organisationId).where('order_id', '=', orderId);

/** Lists the codes of an order, one for each place that was bought. */
export const listSoldCodes = (db: Executor, organisationId: string, orderId: string, now: string): Promise<Shape<'SoldCode'>[]> =>
  codesOfOrder(db, organisationId, orderId).select('code').select(accessCodeStatus(now).as('status')).orderBy('id').execute();

/**
 * Revokes the codes of an order and ends the places that they gave, or restores both. Codes that staff have revoked stay revoked.
 * @param now RFC 3339
 */
export async function setSoldCodes(trx: Executor, organisationId: string, orderId: string, isKept: boolean, now: string): Promise<void> {
  const ids = (await codesOfOrder(trx, organisationId, orderId).select('id').execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await trx
    .updateTable('access_codes')
    .set({ revoked_at: isKept ? null : now, revoked_with_order: !isKept })
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .$if(isKept, (query) => query.where('revoked_with_order', '=', true))
    .$if(!isKept, (query) => query.where('revoked_at', 'is', null))
    .execute();
  await (isKept ? restoreGrants(trx, organisationId, ids, now) : endGrants(trx, organisationId, ids, now));
}
