import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const exportData: readonly PersonalData[] = [
  {
    tables: ['data_exports'],
    exported: {
      name: 'data-exports',
      about: 'Data exports that you requested, including this one.',
      rows: (userId) => sql`select id, status, size_bytes, expires_at, created_at from data_exports where user_id = ${userId} order by id`,
    },
    files: (userIds) => sql`select storage_key as key from data_exports where user_id = any(${userIds}::uuid[])`,
    erase: ofUsers('data_exports'),
  },
];
