import { sql } from 'kysely';
import type { PersonalData } from '../kernel/personal-data.ts';

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
    erase: (userIds) => sql`update storage_objects set uploaded_by = null where uploaded_by = any(${userIds}::uuid[])`,
  },
];
