import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Click } from '../../kernel/click.ts';
import type { Client } from '../../kernel/client.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isOpen } from '../../organisations/organisations/closing.ts';
import { type CountedClicks, countClicks } from '../funnel/count-steps.ts';
import { LINK_CODE, linkCodeKey } from '../program/link-code.ts';
import { programOf } from '../program/program.ts';
import { type ClickTools, hashVisitors } from './count-visitors.ts';
import type { Touch } from './touches.ts';

/** A link, and where it leads. */
export interface FollowedLink {
  organisationId: string;
  linkId: string;
  /** Null for the catalogue. */
  courseSlug: string | null;
  /** Whether its program is enabled and its affiliate approved. */
  earns: boolean;
  /** Whether the referral cookie needs consent. */
  needsConsent: boolean;
  /** Number of days after a click for which an order counts as referred. */
  windowDays: number;
}

interface LinkRow extends Omit<FollowedLink, 'earns' | 'needsConsent' | 'windowDays'> {
  status: string;
  settings: object | null;
}

/** Finds a link by its code, on the whole service. */
export async function findLink(db: Executor, code: string): Promise<FollowedLink | null> {
  const key = linkCodeKey(code);
  if (!LINK_CODE.test(key)) return null;
  const { rows } = await sql<LinkRow>`
    select l.organisation_id as "organisationId", l.id as "linkId", a.status, p.settings,
      case when c.status = 'published' and c.visibility <> 'private' and c.deleted_at is null then c.slug end as "courseSlug"
    from affiliate_links l
    join affiliates a on a.organisation_id = l.organisation_id and a.id = l.affiliate_id
    left join affiliate_programs p on p.organisation_id = l.organisation_id
    left join courses c on c.organisation_id = l.organisation_id and c.id = l.course_id
    where l.code = ${key} and ${isOpen(sql`l.organisation_id`)}`.execute(db);
  if (!rows[0]) return null;
  const { status, settings, ...link } = rows[0];
  const { is_enabled, cookie_consent, window_days } = programOf({ settings, terms_version: null, updated_at: null });
  return { ...link, earns: is_enabled && status === 'approved', needsConsent: cookie_consent === 'required', windowDays: window_days };
}

/** Counts a click, even on a link that earns nothing now. Returns what the browser is to remember of the click, if the link earns. */
export function countClick(
  { clock, clicks }: Pick<Tools, 'clock' | 'clicks'>,
  { organisationId, linkId, earns, windowDays }: FollowedLink,
  follower: Client,
  subId: string | null,
): Touch | null {
  const clickedAt = timeOf(clock);
  clicks.add({ organisation_id: organisationId, link_id: linkId, sub_id: subId, clicked_at: clickedAt, ...follower });
  return earns ? { organisationId, linkId, clickedAt, subId, windowDays } : null;
}

/** Adds clicks to the totals of their links, and to the days on which they were followed. Those on links that no longer exist are left out. */
export async function insertClicks(tools: ClickTools, clicks: readonly Click[]): Promise<void> {
  const visited = JSON.stringify(await hashVisitors(tools, clicks));
  await inTransaction(tools.db, async (trx) => {
    const { rows } = await sql<CountedClicks>`
      with clicked as (
        select l.organisation_id, l.id as link_id, l.affiliate_id, l.course_id, c.sub_id, c.clicked_at, c.day, decode(c.visitor, 'hex') as visitor_hash
        from json_to_recordset(${visited}::json) c (organisation_id uuid, link_id uuid, sub_id text, clicked_at timestamptz, day date, visitor text)
        join affiliate_links l on l.organisation_id = c.organisation_id and l.id = c.link_id
        for key share of l
      ), visitors as (
        insert into affiliate_visitors (organisation_id, link_id, day, visitor_hash)
        select distinct organisation_id, link_id, day, visitor_hash from clicked order by organisation_id, link_id, day, visitor_hash
        on conflict do nothing returning organisation_id, link_id, day, visitor_hash
      ), totals as (
        insert into affiliate_click_totals (organisation_id, link_id, affiliate_id, course_id, clicks, visitors)
        select organisation_id, link_id, affiliate_id, course_id, count(*),
          (select count(*) from visitors v where v.organisation_id = clicked.organisation_id and v.link_id = clicked.link_id)
        from clicked group by organisation_id, link_id, affiliate_id, course_id order by organisation_id, link_id
        on conflict (organisation_id, link_id) do update
          set clicks = affiliate_click_totals.clicks + excluded.clicks, visitors = affiliate_click_totals.visitors + excluded.visitors
      ), numbered as (
        select clicked.*, row_number() over (partition by organisation_id, link_id, day, visitor_hash order by clicked_at) as number from clicked
      )
      select n.organisation_id, n.link_id, n.affiliate_id, n.sub_id, (n.clicked_at at time zone o.timezone)::date::text as day,
        count(*)::int as clicks, count(v.visitor_hash)::int as visitors
      from numbered n
      join organisations o on o.id = n.organisation_id
      left join visitors v on n.number = 1 and v.organisation_id = n.organisation_id and v.link_id = n.link_id and v.day = n.day
        and v.visitor_hash = n.visitor_hash
      group by 1, 2, 3, 4, 5`.execute(trx);
    if (rows.length > 0) await countClicks(trx, rows);
  });
}
