import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

/** Organisations keep their affiliates and their commissions after an account was deleted, but not who the affiliates were. */
export const affiliateData: readonly PersonalData[] = [
  {
    tables: ['affiliates', 'affiliate_links'],
    exported: {
      name: 'affiliate-programs',
      about: 'The affiliate programmes that you have joined, your links, and where you want to be paid.',
      rows: (
        userId,
      ) => sql`select a.organisation_id, a.id, a.status, a.reason, a.rate, i.code as joined_via, a.terms_version, a.payout_contact, a.created_at, a.decided_at,
        array(select json_build_object('code', l.code, 'label', l.label) from affiliate_links l where l.organisation_id = a.organisation_id and l.affiliate_id = a.id order by l.id) as links
        from affiliates a join affiliate_invites i on i.organisation_id = a.organisation_id and i.id = a.joined_via where a.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
      opened: ({ payout_contact: sealed, ...row }, open) => ({ ...row, payout_contact: sealed === null ? null : open(sealed as Buffer).toString() }),
    },
    // Affiliates choose the codes of their links, and often use their names.
    erase: (userIds) => sql`with gone as (
        update affiliates set user_id = null, reason = null, payout_contact = null where user_id = any(${userIds}::uuid[]) returning organisation_id, id
      )
      update affiliate_links l set label = '', code = 'gone-' || right(replace(l.id::text, '-', ''), 32) from gone where l.organisation_id = gone.organisation_id and l.affiliate_id = gone.id`,
  },
];
