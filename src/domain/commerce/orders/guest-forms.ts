import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Client } from '../../kernel/client.ts';
import { newId } from '../../kernel/ids.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/** For how long the same form is from the same browser. Somebody else of the same network would have to say exactly the same within it. */
const SAME_SECONDS = 60;

/**
 * Returns which browser sends a form, if it has no cookie that says so, as before its first order: caches keep the page of the form, which therefore sets
 * none. A form that is sent twice, at once or while the first answer has not arrived, is from one browser, so that it begins one order.
 * @param form all that it says
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
