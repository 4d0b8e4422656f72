import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const organisationData: readonly PersonalData[] = [
  {
    tables: ['memberships'],
    exported: {
      name: 'memberships',
      about: 'Organisations that you are a member of.',
      rows: (userId) => sql`select organisation_id, role, created_at from memberships where user_id = ${userId} order by created_at, organisation_id`,
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
