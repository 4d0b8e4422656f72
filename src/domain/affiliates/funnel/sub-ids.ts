import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/** A sub-id with which a link was followed. */
export interface UsedSubId {
  organisation_id: string;
  link_id: string;
  sub_id: string;
  /** YYYY-MM-DD, in the zone of the organisation */
  day: string;
}

/** Number of new sub-ids of a link that are told apart in a month. */
const MOST_NEW = 1000;

/** Placeholder for the sub-ids that are not told apart. No sub-id can contain it. */
export const OTHERS = '*';
/** Placeholder for a missing sub-id. */
export const NONE = '';

/**
 * Stores sub-ids that are told apart from now on, as far as there is room for new ones. The caller has locked the totals of their links, so that no two
 * transactions use the same room.
 */
export async function admitSubIds(trx: Executor, used: readonly UsedSubId[]): Promise<void> {
  await sql`
    insert into affiliate_sub_ids (organisation_id, link_id, sub_id, month)
    select organisation_id, link_id, sub_id, month from (
      select n.*, row_number() over (partition by n.organisation_id, n.link_id, n.month order by n.sub_id) + (select count(*) from affiliate_sub_ids k
        where k.organisation_id = n.organisation_id and k.link_id = n.link_id and k.month = n.month) as place
      from (
        select u.organisation_id, u.link_id, u.sub_id, date_trunc('month', min(u.day))::date as month
        from json_to_recordset(${JSON.stringify(used)}::json) u (organisation_id uuid, link_id uuid, sub_id text, day date)
        where not exists (select from affiliate_sub_ids k where k.organisation_id = u.organisation_id and k.link_id = u.link_id and k.sub_id = u.sub_id)
        group by u.organisation_id, u.link_id, u.sub_id) n) counted
    where place <= ${MOST_NEW} order by organisation_id, link_id, sub_id`.execute(trx);
}
