import { sql } from 'kysely';
import type { PersonalData } from '../personal-data.ts';

/** Selects changes by these users, and by the kiosks that they opened, which are erased later. */
const isBy = (userIds: readonly string[]) => sql`actor_type in ('user', 'kiosk')
  and actor_id = any(${userIds}::uuid[] || array(select d.id from attendance_devices d where d.opened_by = any(${userIds}::uuid[])))`;

/** The objects of these users that personal members of changes can be about (`PERSONAL_MEMBERS`). All of them are erased later, and never deleted before. */
const subjectsOf = (userIds: readonly string[]) => sql`array(
  select unnest(${userIds}::uuid[])
  union all select e.id from enrollments e where e.user_id = any(${userIds}::uuid[])
  union all select a.id from gradebook_aliases a join enrollments e on e.organisation_id = a.organisation_id and e.id = a.enrollment_id
    where e.user_id = any(${userIds}::uuid[])
  union all select c.id from certificates c join enrollments e on e.organisation_id = c.organisation_id and e.id = c.enrollment_id
    where e.user_id = any(${userIds}::uuid[])
  union all select p.id from discussion_posts p where p.author_id = any(${userIds}::uuid[])
  union all select o.id from orders o where o.buyer_id = any(${userIds}::uuid[])
  union all select g.order_id from guest_orders g
    join users on users.id = any(${userIds}::uuid[]) and users.email_key = g.email_key and users.email_verified_at is not null
  union all select l.id from affiliate_links l join affiliates a on a.organisation_id = l.organisation_id and a.id = l.affiliate_id
    where a.user_id = any(${userIds}::uuid[])
  union all select d.id from attendance_devices d where d.opened_by = any(${userIds}::uuid[]))`;

export const auditData: readonly PersonalData[] = [
  {
    tables: ['audit_log', 'audit_personal'],
    exported: {
      name: 'changes',
      about:
        'Changes that you, or kiosks that you opened, made in organisations, along with any text that you wrote. Other changed content belongs to the organisation and is not included.',
      rows: (userId) => sql`select l.organisation_id, l.id, l.actor_type, l.action, l.object_id, host(coalesce(p.ip, l.ip)) as ip, l.request_id, l.created_at,
          case when p.subject_id = any(${subjectsOf([userId])}) then coalesce(p.after, p.before) end as texts
        from audit_log l left join audit_personal p on p.organisation_id = l.organisation_id and p.id = l.id and p.created_at = l.created_at
        where ${isBy([userId])}`,
      pagedBy: ['organisation_id', 'created_at', 'id'],
    },
    // Erases the addresses in changes by these users, and the personal data in changes to their objects, whoever made the changes.
    erase: (userIds) => sql`with not_moved as (
        update audit_log set ip = null where ${isBy(userIds)} and ip is not null
      ), touched as (
        select organisation_id, id, created_at, true as is_by, false as is_about from audit_log where ${isBy(userIds)}
        union all select organisation_id, id, created_at, false, true from audit_personal where subject_id = any(${subjectsOf(userIds)})
      ), entries as (
        select organisation_id, id, created_at, bool_or(is_by) as is_by, bool_or(is_about) as is_about from touched group by organisation_id, id, created_at
      )
      update audit_personal p set ip = case when not is_by then ip end, subject_id = case when not is_about then subject_id end,
        before = case when not is_about then before end, after = case when not is_about then after end
      from entries where p.organisation_id = entries.organisation_id and p.id = entries.id and p.created_at = entries.created_at`,
  },
];
