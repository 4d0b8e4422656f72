import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const consentData: readonly PersonalData[] = [
  {
    tables: ['policy_acceptances'],
    exported: {
      name: 'accepted-policies',
      about: 'Policies that you accepted.',
      rows: (userId) =>
        sql`select policy, version, accepted_at, host(ip) as ip from policy_acceptances where user_id = ${userId} order by accepted_at, policy, version`,
    },
    erase: ofUsers('policy_acceptances'),
  },
  {
    tables: ['cookie_consents'],
    exported: {
      name: 'cookie-consents',
      about: 'Your choices about cookies.',
      rows: (userId) => sql`select id, version, preferences, analytics, marketing, created_at from cookie_consents where user_id = ${userId}`,
      pagedBy: ['id'],
    },
    erase: ofUsers('cookie_consents'),
  },
];
