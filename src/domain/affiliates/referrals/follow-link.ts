import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { programOf } from '../program/program.ts';
import type { Touch } from './touches.ts';

const CODE = /^[a-z0-9-]{3,40}$/;

/** A link, and where it leads. */
export interface FollowedLink {
  organisationId: string;
  linkId: string;
  affiliateId: string;
  courseId: string | null;
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
  const key = code.toLowerCase();
  if (!CODE.test(key)) return null;
  const { rows } = await sql<LinkRow>`
    select l.organisation_id as "organisationId", l.id as "linkId", l.affiliate_id as "affiliateId", l.course_id as "courseId", a.status, p.settings,
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
export async function countClick({ db, clock }: Pick<Tools, 'db' | 'clock'>, link: FollowedLink, subId: string | null): Promise<Touch | null> {
  const { organisationId, linkId, affiliateId, courseId, earns } = link;
  const clickedAt = timeOf(clock);
  const row = { organisation_id: organisationId, link_id: linkId, affiliate_id: affiliateId, course_id: courseId };
  await db
    .insertInto('affiliate_clicks')
    .values({ ...row, id: newId(), sub_id: subId, clicked_at: clickedAt })
    .execute();
  return earns ? { organisationId, linkId, clickedAt, subId } : null;
}
