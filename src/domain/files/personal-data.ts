import { sql } from 'kysely';
import type { PersonalData } from '../kernel/personal-data.ts';
import { deletingObjects } from './objects.ts';

/** Selects the files that these users uploaded as their own but have not attached to anything. Attached files are erased with the work or the post. */
const loose = (userIds: readonly string[]) => sql`storage_objects o where o.uploaded_by = any(${userIds}::uuid[]) and o.purpose in ('submission', 'discussion')
  and not exists (select from submission_files f where f.organisation_id = o.organisation_id and f.object_id = o.id)
  and not exists (select from discussion_files f where f.organisation_id = o.organisation_id and f.object_id = o.id)`;

export const fileData: readonly PersonalData[] = [
  {
    tables: ['storage_objects'],
    exported: {
      name: 'uploads',
      about: 'Files that you uploaded. The files themselves belong to the organisation.',
      rows: (
        userId,
      ) => sql`select organisation_id, id, course_id, purpose, file_name, content_type, size_bytes, status, created_at, completed_at from storage_objects
        where uploaded_by = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    files: (userIds) => sql`select o.storage_key as key from ${loose(userIds)}`,
    erase: (userIds) => [
      deletingObjects(sql`select o.organisation_id, o.id as object_id from ${loose(userIds)}`),
      // Files of courses keep their names, because they belong to the organisation.
      sql`update storage_objects set uploaded_by = null, file_name = case when purpose in ('submission', 'discussion')
          then 'file' || coalesce(substring(file_name from '\\.[A-Za-z0-9]{1,10}$'), '') else file_name end
        where uploaded_by = any(${userIds}::uuid[])`,
    ],
  },
];
