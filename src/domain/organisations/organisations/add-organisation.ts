import type { InsertObject } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';

/** Creates an organisation with its owner, on a plan that needs no payment. */
export async function addOrganisation(
  trx: Executor,
  organisation: InsertObject<DB, 'organisations'> & { id: string },
  ownerId: string,
  planId: string,
): Promise<void> {
  await trx.insertInto('organisations').values(organisation).execute();
  await trx.insertInto('platform_subscriptions').values({ organisation_id: organisation.id, plan_id: planId, status: 'active' }).execute();
  await trx.insertInto('memberships').values({ organisation_id: organisation.id, user_id: ownerId, role: 'owner' }).execute();
}
