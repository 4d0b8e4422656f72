import { sql } from 'kysely';
import { NIL } from 'uuid';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { enqueue } from '../jobs.ts';
import type { Tools } from '../tools.ts';
import { PERSONAL_MEMBERS } from './personal-members.ts';

/** The position from which the move continues, in one partition of the audit log. */
export interface MovePosition {
  partition: string;
  /** Null means the beginning. */
  organisation_id: string | null;
  id: string | null;
  is_last_pass: boolean;
}

const BATCH = 2000;
const DAY_SECONDS = 24 * 3600;

const rules = JSON.stringify(
  Object.entries(PERSONAL_MEMBERS).map(([action, rule]) => {
    const [kind, what] = action.split('.');
    return { ...rule, kind, what };
  }),
);

const picked = (side: 'before' | 'after') =>
  sql`(select jsonb_object_agg(name, found.${sql.ref(side)} -> name) from unnest(found.members) name where found.${sql.ref(side)} ? name)`;

/**
 * Moves personal data out of the entries of one partition that were written before such data was stored separately, one batch at a time. A second pass, a day
 * later, moves the entries that processes of the previous release wrote during the rollout.
 */
export async function movePersonal({ db }: Pick<Tools<Database>, 'db'>, position: MovePosition): Promise<void> {
  const { partition, organisation_id, id, is_last_pass } = position;
  const { rows: known } = await sql<{ name: string }>`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'audit_log'::regclass and relname = ${partition}`.execute(db);
  if (known.length === 0) return;
  const log = sql.id(partition);
  const personal = sql.id(partition.replace('audit_log', 'audit_personal'));
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ count: number; organisation_id: string; id: string }>`
      with batch as (
        select organisation_id, id, created_at, actor_id, action, object_id, ip, before, after from ${log}
        where (organisation_id, id) > (${organisation_id ?? NIL}::uuid, ${id ?? NIL}::uuid) order by organisation_id, id limit ${BATCH} for update
      ), found as (
        select batch.*, coalesce(rule.members, '{}') as members, rule."of" from batch
        left join json_to_recordset(${rules}::json) rule (kind text, what text, members text[], "of" text)
          on rule.kind = split_part(batch.action, '.', 1) and rule.what in ('*', split_part(batch.action, '.', 2))
            and (batch.before ?| rule.members or batch.after ?| rule.members)
        where batch.ip is not null or rule.kind is not null
      ), moved as (
        insert into ${personal} (organisation_id, id, created_at, subject_id, ip, before, after)
        select organisation_id, id, created_at, case "of" when 'object' then object_id when 'actor' then actor_id end, ip, ${picked('before')}, ${picked('after')}
        from found
      ), cleaned as (
        update ${log} entry set ip = null, before = entry.before - found.members, after = entry.after - found.members
        from found where entry.organisation_id = found.organisation_id and entry.id = found.id
      )
      select count(*) over ()::int as count, organisation_id, id from batch order by organisation_id desc, id desc limit 1`.execute(trx);
    const [last] = rows;
    if (last && last.count === BATCH)
      await enqueue(trx, 'move_audit_personal', { partition, organisation_id: last.organisation_id, id: last.id, is_last_pass });
    else if (!is_last_pass)
      await enqueue(trx, 'move_audit_personal', { partition, organisation_id: null, id: null, is_last_pass: true }, { delaySeconds: DAY_SECONDS });
  });
}
