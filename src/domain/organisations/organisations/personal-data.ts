import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const organisationData: readonly PersonalData[] = [
  {
    tables: ['memberships'],
    exported: {
      name: 'memberships',
      about: 'Organisations that you are a member of.',
      rows: (userId) => sql`select memberships.organisation_id, organisations.name as organisation_name, memberships.role, memberships.created_at
        from memberships join organisations on organisations.id = memberships.organisation_id
        where memberships.user_id = ${userId} order by memberships.created_at, memberships.organisation_id`,
    },
    erase: ofUsers('memberships'),
  },
  {
    tables: ['organisations'],
    exported: {
      name: 'organisations-made',
      about: 'Organisations that you set up.',
      rows: (userId) => sql`select id, name, subdomain, created_at from organisations where created_by = ${userId} order by created_at, id`,
    },
  },
];
