import { type ExpressionBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { gathered, gathering } from '../../../platform/database/gathering.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Role } from '../../kernel/role.ts';
import type { NamedOrganisation } from '../../organisations/organisations/site.ts';

export interface CurrentOrganisation {
  id: string;
  name: string;
  subdomain: string;
  role: Role;
}

export interface SessionUser {
  id: string;
  epoch: number;
  /** Null if the user is not a member of any organisation, or not of the one that the request names. */
  organisation: CurrentOrganisation | null;
}

/** The organisation of a request. If the request does not name one, the last one used is chosen, or else the first. */
export interface OrganisationChoice extends NamedOrganisation {
  lastId: string | null;
}

interface Asked extends SessionChoice {
  userId: string;
}

/**
 * The organisation and session of a request. `sessionId` is the ID under which the session must be registered. Null for a session from before the register, or
 * for none.
 */
export interface SessionChoice extends OrganisationChoice {
  sessionId: string | null;
}

/**
 * Finds the user of a session and the organisation of the request, of which they are currently a member. Returns undefined if the user no longer exists or the
 * session has ended.
 */
export type ReadSessionUser = (userId: string, choice: SessionChoice) => Promise<SessionUser | undefined>;

export function sessionUserReader(db: Database): ReadSessionUser {
  const findUser = gathering((asked: readonly Asked[]) => readUsers(db, asked));
  return (userId, choice) => findUser({ userId, ...choice });
}

/** A session stored in the database, and its user with the organisation of the request. */
export interface FoundSession {
  /** The session data as it was stored. */
  data: object;
  user: SessionUser | undefined;
}

/** Finds a session. Returns undefined if it does not exist or has expired. */
export type FindSession = (id: string, named: NamedOrganisation) => Promise<FoundSession | undefined>;

/** Reads the session and the user in one statement, because nearly every request needs both. */
export function sessionFinder(db: Database): FindSession {
  const find = gathering((asked: readonly ({ sid: string } & NamedOrganisation)[]) => readSessions(db, asked));
  return (sid, named) => find({ sid, ...named });
}

async function readUsers(db: Database, asked: readonly Asked[]): Promise<(SessionUser | undefined)[]> {
  const rows = await selectUsers(
    db,
    asked.map(({ userId }) => userId),
    asked.map(({ host }) => host),
    asked.map(({ name }) => name),
    asked.map(({ lastId }) => lastId),
    asked.map(({ sessionId }) => sessionId),
  );
  const found = new Map(rows.map((row) => [row.place, userOf(row)]));
  return asked.map((_, index) => found.get(index + 1));
}

async function readSessions(db: Database, asked: readonly ({ sid: string } & NamedOrganisation)[]): Promise<(FoundSession | undefined)[]> {
  const rows = await selectSessions(
    db,
    asked.map(({ sid }) => sid),
    asked.map(({ host }) => host),
    asked.map(({ name }) => name),
  );
  const found = new Map(rows.map((row): [number, FoundSession] => [row.place, { data: row.sess, user: userOf(row) }]));
  return asked.map((_, index) => found.get(index + 1));
}

type Row = { id: string | null; session_epoch: number | null; organisation_id: string | null } & {
  [Name in 'name' | 'subdomain' | 'role']: CurrentOrganisation[Name] | null;
};

const userOf = ({ id, session_epoch, organisation_id, name, subdomain, role }: Row): SessionUser | undefined =>
  id === null || session_epoch === null
    ? undefined
    : { id, epoch: session_epoch, organisation: organisation_id && name && subdomain && role ? { id: organisation_id, name, subdomain, role } : null };

/** Selects the organisation for each row of `asked`, an SQL relation with host, name and last_id. */
const currentOrganisation = (eb: ExpressionBuilder<DB, 'users'>) =>
  eb
    .selectFrom('memberships')
    .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
    .select(['organisations.id as organisation_id', 'organisations.name', 'organisations.subdomain', 'memberships.role'])
    .whereRef('memberships.user_id', '=', 'users.id')
    .where('organisations.closed_at', 'is', null)
    .leftJoin('organisation_domains as proved', (join) => join.on(sql<boolean>`proved.hostname = asked.host`).on('proved.proved_at', 'is not', null))
    .where(
      sql<boolean>`case when proved.organisation_id is not null then proved.organisation_id = organisations.id
        else asked.name is null or organisations.subdomain = asked.name or organisations.id::text = asked.name end`,
    )
    .orderBy(sql`(organisations.id::text = asked.last_id) desc nulls last`)
    .orderBy('memberships.created_at')
    .orderBy('organisations.id')
    .limit(sql.lit(1))
    .as('current');

const CURRENT = ['current.organisation_id', 'current.name', 'current.subdomain', 'current.role'] as const;

/** Selects the user in `asked`, an SQL relation with user_id and session_id, unless the session is no longer registered. */
const ofLiveSession = sql<boolean>`users.id = asked.user_id and (asked.session_id is null
  or exists (select from user_sessions entered where entered.id = asked.session_id and entered.user_id = users.id))`;

const selectUsers = prepared(
  (db, userIds: string[], hosts: (string | null)[], names: (string | null)[], lastIds: (string | null)[], sessionIds: (string | null)[]) =>
    db
      .selectFrom(
        sql<{ user_id: string; place: number }>`
        unnest(${gathered(userIds, 'uuid')}, ${gathered(hosts, 'text')}, ${gathered(names, 'text')}, ${gathered(lastIds, 'text')}, ${gathered(sessionIds, 'uuid')})
          with ordinality`.as<'asked'>(sql`asked (user_id, host, name, last_id, session_id, place)`),
      )
      .innerJoin('users', (join) => join.on(ofLiveSession))
      .leftJoinLateral(currentOrganisation, (join) => join.onTrue())
      .select(['asked.place', 'users.id', 'users.session_epoch', ...CURRENT]),
);

const selectSessions = prepared((db, ids: string[], hosts: (string | null)[], names: (string | null)[]) =>
  db
    .selectFrom(
      sql<{ place: number; sess: object; user_id: string | null }>`
        (select place, sess, (sess ->> 'userId')::uuid as user_id, (sess ->> 'publicId')::uuid as session_id, host, name, sess ->> 'organisationId' as last_id
         from unnest(${gathered(ids, 'text')}, ${gathered(hosts, 'text')}, ${gathered(names, 'text')}) with ordinality given (sid, host, name, place)
         join sessions using (sid) where expire >= now())`.as<'asked'>(sql`asked`),
    )
    .leftJoin('users', (join) => join.on(ofLiveSession))
    .leftJoinLateral(currentOrganisation, (join) => join.onTrue())
    .select(['asked.place', 'asked.sess', 'users.id', 'users.session_epoch', ...CURRENT]),
);
