import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Client } from '../../kernel/client.ts';
import { newId } from '../../kernel/ids.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Time for which identical forms count as sent by the same browser. Somebody else on the same network would have to enter exactly the same in this time. */
const SAME_SECONDS = 60;

/**
 * Returns the ID of a browser that sends a form without the cookie that identifies it, as before its first order: the page of the form is cached and therefore
 * sets no cookie. A form that is sent twice, concurrently or before the first response arrives, is attributed to one browser, so that it begins one order.
 * @param form everything that was entered
 */
export async function browserOfForm(
  { db, clock, keyring }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>,
  organisationId: string,
  client: Client | undefined,
  form: unknown,
): Promise<string> {
  const [formHash] = keyring.hashCode('guest form', JSON.stringify([organisationId, client, form]));
  const isOld = sql`earlier.created_at <= ${sinceOf(clock.now())}`;
  const { rows } = await sql<{ visitor_id: string }>`insert into guest_forms as earlier (organisation_id, form_hash, visitor_id, created_at)
    values (${organisationId}, ${formHash}, ${newId()}, ${timeOf(clock)})
    on conflict (organisation_id, form_hash) do update set visitor_id = case when ${isOld} then excluded.visitor_id else earlier.visitor_id end,
      created_at = case when ${isOld} then excluded.created_at else earlier.created_at end
    returning visitor_id`.execute(db);
  return (rows[0] as { visitor_id: string }).visitor_id;
}

export const forgetForms = ({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> =>
  deleteInBatches(db, 'guest_forms', sql`created_at <= ${sinceOf(clock.now())}`);

const sinceOf = (nowMs: number): string => new Date(nowMs - SAME_SECONDS * 1000).toISOString();
