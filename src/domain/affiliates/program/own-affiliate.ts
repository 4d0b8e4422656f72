import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { User } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { isOpen } from '../../organisations/organisations/closing.ts';

/** Finds the affiliate with this ID that the user is, in whichever organisation.
 * @throws NotFoundError */
export async function ownAffiliate(db: Executor, { actorId }: User, affiliateId: string): Promise<{ organisation_id: string; id: string }> {
  const { rows } = await sql<{ organisation_id: string; id: string }>`select organisation_id, id from affiliates
    where user_id = ${actorId} and id = ${affiliateId} and ${isOpen(sql`organisation_id`)}`.execute(db);
  if (!rows[0]) throw new NotFoundError();
  return rows[0];
}
