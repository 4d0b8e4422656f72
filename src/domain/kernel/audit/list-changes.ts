import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../caller.ts';
import type { Shape } from '../contract.ts';
import { type LedgerOrder, type LedgerPage, type LedgerPaging, readLedger } from '../ledgers.ts';
import type { Tools } from '../tools.ts';

export interface ChangeFilter extends LedgerPaging {
  action?: string | undefined;
  actor_id?: string | undefined;
  object_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const NEWEST_FIRST: LedgerOrder = { table: 'audit_log', column: 'created_at', direction: 'desc' };

/** Lists changes, newest first. `action` is either a whole action or only the part before its dot.
 * @throws ValidationError if the cursor is not one of this list */
export function listChanges({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, filter: ChangeFilter): Promise<LedgerPage<Shape<'AuditEntry'>>> {
  return readLedger(db, NEWEST_FIRST, filter, changesOf(db, organisationId, filter), (isOnPage) => selectChanges(db, organisationId).where(isOnPage));
}

/** Uses the same expression as the index `audit_log_kind`. */
const isKind = (kind: string) => sql<boolean>`split_part(action, '.', 1) = ${kind}`;

const changesOf = (db: Executor, organisationId: string, { action, actor_id, object_id, from, to }: ChangeFilter) =>
  db
    .selectFrom('audit_log')
    .where('audit_log.organisation_id', '=', organisationId)
    .$if(action !== undefined, (query) => (action?.includes('.') ? query.where('action', '=', action) : query.where(isKind(action as string))))
    .$if(actor_id !== undefined, (query) => query.where('actor_id', '=', actor_id as string))
    .$if(object_id !== undefined, (query) => query.where('object_id', '=', object_id as string))
    .$if(from !== undefined, (query) => query.where('audit_log.created_at', '>=', from as string))
    .$if(to !== undefined, (query) => query.where('audit_log.created_at', '<', to as string));

const selectChanges = (db: Executor, organisationId: string) =>
  db
    .selectFrom('audit_log')
    .where('audit_log.organisation_id', '=', organisationId)
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'audit_log.actor_id').on('audit_log.actor_type', '=', 'user'))
    .leftJoin('api_keys', (join) => join.onRef('api_keys.id', '=', 'audit_log.actor_id').on('audit_log.actor_type', '=', 'api_key'))
    .leftJoin('attendance_devices as kiosks', (join) =>
      join
        .onRef('kiosks.organisation_id', '=', 'audit_log.organisation_id')
        .onRef('kiosks.id', '=', 'audit_log.actor_id')
        .on('audit_log.actor_type', '=', 'kiosk'),
    )
    .leftJoin('audit_personal as personal', (join) =>
      join
        .onRef('personal.organisation_id', '=', 'audit_log.organisation_id')
        .onRef('personal.id', '=', 'audit_log.id')
        .onRef('personal.created_at', '=', 'audit_log.created_at'),
    )
    .select(['audit_log.id', 'actor_type', 'actor_id', 'action', 'object_id', 'request_id', 'audit_log.created_at'])
    .select([wholeOf('before').as('before'), wholeOf('after').as('after')])
    .select([
      sql<string | null>`host(coalesce(personal.ip, audit_log.ip))`.as('ip'),
      sql<string | null>`coalesce(users.name, api_keys.name, kiosks.name)`.as('actor_name'),
    ])
    .$castTo<Shape<'AuditEntry'>>();

/** Combines both parts of a change: its personal members are stored separately, until the person is erased. */
const wholeOf = (side: 'before' | 'after') =>
  sql`case when personal.${sql.ref(side)} is null then audit_log.${sql.ref(side)} else coalesce(audit_log.${sql.ref(side)}, '{}') || personal.${sql.ref(side)} end`;
