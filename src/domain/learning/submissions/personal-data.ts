import { sql } from 'kysely';
import { deletingObjects } from '../../files/objects.ts';
import { areOfEnrollmentsOf, ofOwnEnrollments, type PersonalData } from '../../kernel/personal-data.ts';

/** Selects the files that these users have handed in. An upload can be in several submissions of its learner. */
const filesOf = (userIds: readonly string[]) => sql`submission_files f
  join submissions s on s.organisation_id = f.organisation_id and s.id = f.submission_id
  join enrollments e on e.organisation_id = s.organisation_id and e.id = s.enrollment_id and e.user_id = any(${userIds}::uuid[])`;

/** Erasure removes what was handed in. When and under which number it was submitted stays, because grades and deadlines refer to it. */
export const submissionData: readonly PersonalData[] = [
  {
    tables: ['submissions'],
    exported: {
      name: 'submissions',
      about: 'Your submissions for assignments.',
      rows: (userId) => sql`select organisation_id, id, enrollment_id, lesson_id, number, body, url, was_due_at as due_at, submitted_at
        from submissions ${ofOwnEnrollments(userId)}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update submissions set body = null, url = null where ${areOfEnrollmentsOf(userIds)} and (body is not null or url is not null)`,
  },
  {
    tables: ['submission_files'],
    exported: {
      name: 'submission-files',
      about: 'Files that you submitted. The folder submission-files contains the files themselves, by the id of the submission.',
      rows: (userId) => sql`select f.organisation_id, f.submission_id, s.enrollment_id, s.lesson_id, f.position, f.object_id as upload_id, o.file_name,
        o.content_type, o.size_bytes
        from submission_files f
        join submissions s on s.organisation_id = f.organisation_id and s.id = f.submission_id
        join enrollments e on e.organisation_id = s.organisation_id and e.id = s.enrollment_id
        join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id
        where e.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'submission_id', 'position'],
      files: (userId) => sql`select o.storage_key as key, o.size_bytes as size,
        f.submission_id || '/' || (f.position + 1) || '-' || regexp_replace(o.file_name, '[/\\\\[:cntrl:]]', '_', 'g') as path
        from submission_files f
        join submissions s on s.organisation_id = f.organisation_id and s.id = f.submission_id
        join enrollments e on e.organisation_id = s.organisation_id and e.id = s.enrollment_id
        join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id
        where e.user_id = ${userId} and o.storage_key is not null order by f.submission_id, f.position`,
    },
    files: (userIds) => sql`select distinct o.storage_key as key from ${filesOf(userIds)}
      join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id`,
    erase: (userIds) => sql`with gone as (
        delete from submission_files where (organisation_id, submission_id, object_id) in (
          select f.organisation_id, f.submission_id, f.object_id from ${filesOf(userIds)})
        returning organisation_id, object_id
      )
      ${deletingObjects(sql`select distinct organisation_id, object_id from gone`)}`,
  },
];
