import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { jsonTime } from '../../../platform/database/json.ts';
import type { Caller, User } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isOpen } from '../../organisations/organisations/closing.ts';
import { programOf } from '../program/program.ts';
import type { Rate } from '../program/rate.ts';
import { linkUrl } from './links.ts';

type Affiliation = Shape<'Affiliation'>;
type Columns = Omit<Affiliation, 'rate' | 'program'> & { own_rate: Rate | null; settings: object | null; current_terms: number | null };

/** Lists the programs that the user is an affiliate of, in every organisation, oldest first. */
export async function listOwnAffiliations(
  { db, base }: Pick<Tools, 'db' | 'base'>,
  { actorId }: User,
  { page, page_size }: Paging,
): Promise<Page<Affiliation>> {
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from affiliates
    where user_id = ${actorId} and ${isOpen(sql`organisation_id`)}`.execute(db);
  const results = await select(db, base, sql`a.user_id = ${actorId} order by a.created_at, a.id limit ${page_size} offset ${(page - 1) * page_size}`);
  return { count: counted[0]?.count ?? 0, results };
}

/** Returns what the caller, who is an affiliate, sees of the program of the organisation. */
export async function readAffiliation(db: Executor, base: string, { organisationId, actorId }: Caller): Promise<Affiliation> {
  const [found] = await select(db, base, sql`a.organisation_id = ${organisationId} and a.user_id = ${actorId}`);
  return found as Affiliation;
}

async function select(db: Executor, base: string, condition: RawBuilder<unknown>): Promise<Affiliation[]> {
  const { rows } = await sql<Columns>`
    select a.id, json_build_object('id', o.id, 'name', o.name, 'subdomain', o.subdomain) as organisation, a.status, i.code as joined_via,
      coalesce(a.rate, i.rate) as own_rate, p.settings, p.terms_version as current_terms, a.terms_version, a.payout_contact is not null as has_payout_contact, a.created_at,
      array(select json_build_object('id', l.id, 'affiliate_id', l.affiliate_id, 'code', l.code, 'url', ${linkUrl(base, '')}::text || l.code,
          'course_id', l.course_id, 'label', l.label, 'created_at', ${jsonTime(sql`l.created_at`)})
        from affiliate_links l where l.organisation_id = a.organisation_id and l.affiliate_id = a.id order by l.id) as links
    from affiliates a
    join organisations o on o.id = a.organisation_id
    join affiliate_invites i on i.organisation_id = a.organisation_id and i.id = a.joined_via
    left join affiliate_programs p on p.organisation_id = a.organisation_id
    where o.closed_at is null and ${condition}`.execute(db);
  return rows.map(asAffiliation);
}

function asAffiliation({ own_rate, settings, current_terms, ...row }: Columns): Affiliation {
  const program = programOf({ settings, terms_version: current_terms, updated_at: null });
  const { is_enabled, attribution, window_days, applies_to, new_customers_only, subscription_renewals, renewals_earn_while_off } = program;
  const { hold_days, terms, terms_version } = program;
  return {
    ...{ id: row.id, organisation: row.organisation, status: row.status, rate: own_rate ?? program.rate, joined_via: row.joined_via },
    program: {
      ...{ is_enabled, attribution, window_days, applies_to, new_customers_only, subscription_renewals, renewals_earn_while_off },
      ...{ hold_days, terms, terms_version },
    },
    ...{ terms_version: row.terms_version, has_payout_contact: row.has_payout_contact, links: row.links, created_at: row.created_at },
  };
}
