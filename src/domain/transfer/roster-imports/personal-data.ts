import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

/** Rows that are about these users: those in which they were recognised or that led to their accounts, and others with email addresses that they have verified,
 * also in columns that are not read as such. */
const isAbout = (userIds: readonly string[]) => sql`(user_id = any(${userIds}::uuid[]) or person_id = any(${userIds}::uuid[])
  or email_key in (select u.email_key from users u where u.id = any(${userIds}::uuid[]) and u.email_verified_at is not null)
  or exists (select from users u where u.id = any(${userIds}::uuid[]) and u.email_verified_at is not null
    and folded(u.email_key) = any(array(select folded(btrim(cell)) from unnest(cells) cell))))`;

const isIn = (userIds: readonly string[]) =>
  sql`(organisation_id, id) in (select organisation_id, import_id from roster_import_rows where ${isAbout(userIds)})`;

export const rosterData: readonly PersonalData[] = [
  {
    tables: ['roster_import_rows'],
    exported: {
      name: 'roster-rows',
      about: 'What learner lists that were uploaded say about you. They are deleted 30 days after the upload.',
      rows: (userId) =>
        sql`select organisation_id, import_id, line, name, email, number, cohort, action, is_done from roster_import_rows where ${isAbout([userId])}`,
      pagedBy: ['organisation_id', 'import_id', 'line'],
    },
    erase: (userIds) => sql`delete from roster_import_rows where ${isAbout(userIds)}`,
  },
  {
    tables: ['roster_imports'],
    exported: {
      name: 'roster-imports',
      about: 'Learner lists that you uploaded or committed in the last 30 days. Their rows belong to other people and are not included.',
      rows: (userId) => sql`select organisation_id, id, course_id, file_name, status, created_at, finished_at from roster_imports
        where created_by = ${userId} or committed_by = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    // A file that names these users could bring their rows back if it were read in another encoding. The rows read from it stay. The file goes before the
    // users' rows, which show that it names them.
    erase: (
      userIds,
    ) => sql`update roster_imports set sealed_file = case when ${isIn(userIds)} then null else sealed_file end, created_by = case when created_by <> all(${userIds}::uuid[]) then created_by end,
      committed_by = case when committed_by <> all(${userIds}::uuid[]) then committed_by end
      where created_by = any(${userIds}::uuid[]) or committed_by = any(${userIds}::uuid[]) or (sealed_file is not null and ${isIn(userIds)})`,
  },
];
