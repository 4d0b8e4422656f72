import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Click } from '../../kernel/click.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { LINK_CODE, linkCodeKey } from '../program/link-code.ts';
import { programOf } from '../program/program.ts';
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
}

interface LinkRow extends Omit<FollowedLink, 'earns' | 'needsConsent'> {
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
    where l.code = ${key}`.execute(db);
  if (!rows[0]) return null;
  const { status, settings, ...link } = rows[0];
  const { is_enabled, cookie_consent } = programOf({ settings, terms_version: null, updated_at: null });
  return { ...link, earns: is_enabled && status === 'approved', needsConsent: cookie_consent === 'required' };
}

/** Counts a click, also on a link that earns nothing now. Returns what the browser is to remember of it, if it earns. */
export function countClick(
  { clock, clicks }: Pick<Tools, 'clock' | 'clicks'>,
  { organisationId, linkId, earns }: FollowedLink,
  subId: string | null,
): Touch | null {
  const clickedAt = timeOf(clock);
  clicks.add({ id: newId(), organisation_id: organisationId, link_id: linkId, sub_id: subId, clicked_at: clickedAt });
  return earns ? { organisationId, linkId, clickedAt, subId } : null;
}

/** Stores clicks. Those on links that no longer exist are left out. */
export async function insertClicks(db: Executor, clicks: readonly Click[]): Promise<void> {
  await sql`
    insert into affiliate_clicks (organisation_id, id, link_id, affiliate_id, course_id, sub_id, clicked_at)
    select l.organisation_id, c.id, l.id, l.affiliate_id, l.course_id, c.sub_id, c.clicked_at
    from json_to_recordset(${JSON.stringify(clicks)}::json)
      c (id uuid, organisation_id uuid, link_id uuid, sub_id text, clicked_at timestamptz)
    join affiliate_links l on l.organisation_id = c.organisation_id and l.id = c.link_id
    for key share of l`.execute(db);
}
