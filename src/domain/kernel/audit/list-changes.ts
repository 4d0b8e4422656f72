import { sql } from 'kysely';
import { beginningWith } from '../../../platform/database/search.ts';
import type { Caller } from '../caller.ts';
import type { Page, Paging, Shape } from '../contract.ts';
import { countRows, onPage } from '../pages.ts';
import type { Tools } from '../tools.ts';

export interface ChangeFilter extends Paging {
  action?: string | undefined;
  actor_id?: string | undefined;
  object_id?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Lists changes, newest first. `action` is either a whole action or only the part before its dot. */
export async function listChanges(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  { action, actor_id, object_id, since, until, ...paging }: ChangeFilter,
): Promise<Page<Shape<'AuditEntry'>>> {
  const matching = db
    .selectFrom('audit_log')
    .where('audit_log.organisation_id', '=', organisationId)
    .$if(action !== undefined, (query) => query.where((eb) => eb.or([eb('action', '=', action as string), eb('action', 'like', beginningWith(`${action}.`))])))
    .$if(actor_id !== undefined, (query) => query.where('actor_id', '=', actor_id as string))
    .$if(object_id !== undefined, (query) => query.where('object_id', '=', object_id as string))
    .$if(since !== undefined, (query) => query.where('audit_log.created_at', '>=', since as string))
    .$if(until !== undefined, (query) => query.where('audit_log.created_at', '<', until as string));
  const [count, results] = await Promise.all([
    countRows(matching),
    matching
      .leftJoin('users', (join) => join.onRef('users.id', '=', 'audit_log.actor_id').on('audit_log.actor_type', '=', 'user'))
      .leftJoin('api_keys', (join) => join.onRef('api_keys.id', '=', 'audit_log.actor_id').on('audit_log.actor_type', '=', 'api_key'))
      .select(['audit_log.id', 'actor_type', 'actor_id', 'action', 'object_id', 'before', 'after', 'request_id', 'audit_log.created_at'])
      .select([sql<string | null>`host(ip)`.as('ip'), sql<string | null>`coalesce(users.name, api_keys.name)`.as('actor_name')])
      .orderBy('audit_log.id', 'desc')
      .$call(onPage(paging))
      .$castTo<Shape<'AuditEntry'>>()
      .execute(),
  ]);
  return { count, results };
}
