import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { gathered, gathering } from '../../platform/database/gathering.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { NamedOrganisation } from '../organisations/site.ts';

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

/** Where the request names none, it is the one used last, else the first. */
export interface OrganisationChoice extends NamedOrganisation {
  lastId: string | null;
}

interface Asked extends OrganisationChoice {
  userId: string;
}

/** Finds the user of a session with the organisation of the request, in which they are a member now. Undefined when the user is gone. */
export type ReadSessionUser = (userId: string, choice: OrganisationChoice) => Promise<SessionUser | undefined>;

export function sessionUserReader(db: Database): ReadSessionUser {
  const findUser = gathering((asked: readonly Asked[]) => readUsers(db, asked));
  return (userId, choice) => findUser({ userId, ...choice });
}

async function readUsers(db: Database, asked: readonly Asked[]): Promise<(SessionUser | undefined)[]> {
  const rows = await selectUsers(
    db,
    asked.map(({ userId }) => userId),
    asked.map(({ host }) => host),
    asked.map(({ name }) => name),
    asked.map(({ lastId }) => lastId),
  );
  const found = new Map(
    rows.map(({ place, id, session_epoch, organisation_id, name, subdomain, role }): [number, SessionUser] => [
      place,
      { id, epoch: session_epoch, organisation: organisation_id && name && subdomain && role ? { id: organisation_id, name, subdomain, role } : null },
    ]),
  );
  return asked.map((_, index) => found.get(index + 1));
}

const selectUsers = prepared((db, userIds: string[], hosts: (string | null)[], names: (string | null)[], lastIds: (string | null)[]) =>
  db
    .selectFrom(
      sql<{ user_id: string; host: string | null; name: string | null; last_id: string | null; place: number }>`
        unnest(${gathered(userIds, 'uuid')}, ${hosts}::text[], ${names}::text[], ${lastIds}::text[]) with ordinality`.as<'asked'>(
        sql`asked (user_id, host, name, last_id, place)`,
      ),
    )
    .innerJoin('users', 'users.id', 'asked.user_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('memberships')
          .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
          .select(['organisations.id as organisation_id', 'organisations.name', 'organisations.subdomain', 'memberships.role'])
          .whereRef('memberships.user_id', '=', 'users.id')
          .leftJoin('organisation_domains as proved', (join) => join.on(sql<boolean>`proved.hostname = asked.host`).on('proved.proved_at', 'is not', null))
          .where(
            sql<boolean>`case when proved.organisation_id is not null then proved.organisation_id = organisations.id
              else asked.name is null or organisations.subdomain = asked.name or organisations.id::text = asked.name end`,
          )
          .orderBy(sql`(organisations.id::text = asked.last_id) desc nulls last`)
          .orderBy('memberships.created_at')
          .orderBy('organisations.id')
          .limit(sql.lit(1))
          .as('current'),
      (join) => join.onTrue(),
    )
    .select(['asked.place', 'users.id', 'users.session_epoch', 'current.organisation_id', 'current.name', 'current.subdomain', 'current.role']),
);
