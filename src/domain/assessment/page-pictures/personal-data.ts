import { sql } from 'kysely';
import { deletingObjects } from '../../files/objects.ts';
import type { PersonalData } from '../../kernel/personal-data.ts';

/** The pages of work of these users. */
const pagesOf = (userIds: readonly string[]) => sql`review_pages p
  join submissions s on s.organisation_id = p.organisation_id and s.id = p.submission_id
  join enrollments e on e.organisation_id = s.organisation_id and e.id = s.enrollment_id and e.user_id = any(${userIds}::uuid[])`;

export const pagePictureData: readonly PersonalData[] = [
  {
    // These are pictures of files that are exported themselves. They are deleted with the account, even if the files stay with the organisation.
    tables: ['review_renderings', 'review_pages'],
    files: (userIds) => sql`select o.storage_key as key from storage_objects o
      where (o.organisation_id, o.id) in (select p.organisation_id, p.object_id from ${pagesOf(userIds)})`,
    erase: (userIds) => deletingObjects(sql`select p.organisation_id, p.object_id from ${pagesOf(userIds)}`),
  },
];
