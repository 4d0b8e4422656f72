import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { OrderKey } from './columns.ts';

/** Has an order checked if notifications about its session or its payment arrived before these were stored. */
export async function adoptNotifications(
  db: Executor,
  { organisationId, orderId }: OrderKey,
  gateway: 'stripe' | 'sandbox',
  objectId: string,
  job: 'settle_order' | 'settle_reversals',
): Promise<void> {
  const { rows } = await sql`update gateway_notifications set outcome = 'handled'
    where gateway = ${gateway} and object_id = ${objectId} and outcome = 'unmatched' returning id`.execute(db);
  if (rows.length > 0) await enqueue(db, job, { organisation_id: organisationId, order_id: orderId });
}
