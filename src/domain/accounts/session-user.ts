import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

export type Role = 'owner' | 'creator' | 'learner';

export interface CurrentOrganisation {
  id: string;
  name: string;
  subdomain: string;
  role: Role;
}

export interface SessionUser {
  id: string;
  epoch: number;
  /** Null where the user belongs to none, or not to the one that the request names. */
  organisation: CurrentOrganisation | null;
}

export interface OrganisationChoice {
  /** Id or subdomain that the request names; null: whichever was used last, else the first. */
  named: string | null;
  lastId: string | null;
}

/** The user of a session with the organisation of the request, in which they are a member now. Undefined when the user is gone. */
export async function readSessionUser(db: Database, userId: string, { named, lastId }: OrganisationChoice): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('memberships')
          .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
          .select(['organisations.id as organisation_id', 'organisations.name', 'organisations.subdomain', 'memberships.role'])
          .whereRef('memberships.user_id', '=', 'users.id')
          .where(sql<boolean>`(${named}::text is null or organisations.subdomain = ${named} or organisations.id::text = ${named})`)
          .orderBy(sql`(organisations.id::text = ${lastId}::text) desc nulls last`)
          .orderBy('memberships.created_at')
          .orderBy('organisations.id')
          .limit(1)
          .as('current'),
      (join) => join.onTrue(),
    )
    .select(['users.id', 'users.session_epoch', 'current.organisation_id', 'current.name', 'current.subdomain', 'current.role'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { organisation_id, name, subdomain, role } = row;
  return {
    id: row.id,
    epoch: row.session_epoch,
    organisation: organisation_id && name && subdomain && role ? { id: organisation_id, name, subdomain, role } : null,
  };
}
