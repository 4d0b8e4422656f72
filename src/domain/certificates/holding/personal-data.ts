import { sql } from 'kysely';
import { ofOwnEnrollments, type PersonalData } from '../../kernel/personal-data.ts';

const ofUsers = (userIds: readonly string[]) => sql`select e.organisation_id, e.id from enrollments e where e.user_id = any(${userIds}::uuid[])`;

export const certificateData: readonly PersonalData[] = [
  {
    tables: ['certificates', 'certificate_versions'],
    exported: {
      name: 'certificates',
      about: 'Certificates that have been issued to you, with all their versions.',
      rows: (userId) => sql`select c.organisation_id, c.id, c.course_id, c.enrollment_id, c.cycle, c.serial, v.version, v.name, v.contents, c.issued_at,
        v.created_at as version_issued_at, v.reason, c.expires_at, c.revoked_at, c.revoke_reason, c.is_name_hidden
        from certificates c join certificate_versions v on v.organisation_id = c.organisation_id and v.certificate_id = c.id
        where (c.organisation_id, c.enrollment_id) in (select e.organisation_id, e.id from enrollments e where e.user_id = ${userId})`,
    },
    erase: (userIds) => [
      sql`update certificate_versions v set name = null, contents = v.contents - 'grade' || '{"grade": null}', reason = null from certificates c
        where c.organisation_id = v.organisation_id and c.id = v.certificate_id and (c.organisation_id, c.enrollment_id) in (${ofUsers(userIds)})`,
      // A revoked certificate must have a reason.
      sql`update certificates set revoke_reason = '-' where revoke_reason is not null and (organisation_id, enrollment_id) in (${ofUsers(userIds)})`,
    ],
  },
  {
    tables: ['certificate_names'],
    exported: {
      name: 'certificate-names',
      about: 'Names that you chose for your certificates.',
      rows: (userId) => sql`select organisation_id, enrollment_id, name from certificate_names ${ofOwnEnrollments(userId)}`,
    },
    erase: (userIds) => sql`delete from certificate_names where (organisation_id, enrollment_id) in (${ofUsers(userIds)})`,
  },
  {
    tables: ['certificate_backfills'],
    erase: (
      userIds,
    ) => sql`update certificate_backfills b set unprintable_names = (select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(b.unprintable_names) entry
        where (b.organisation_id, (entry ->> 'enrollment_id')::uuid) not in (${ofUsers(userIds)}))
      where b.unprintable_names <> '[]' and (b.organisation_id, b.course_id) in (select e.organisation_id, e.course_id from enrollments e where e.user_id = any(${userIds}::uuid[]))`,
  },
];
