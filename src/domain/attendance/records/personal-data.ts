import { sql } from 'kysely';
import { areOfEnrollmentsOf, ofOwnEnrollments, type PersonalData } from '../../kernel/personal-data.ts';

export const attendanceData: readonly PersonalData[] = [
  {
    tables: ['attendance_records'],
    exported: {
      name: 'attendance',
      about: 'Meetings that you attended, were excused from or missed, with staff notes.',
      rows: (
        userId,
      ) => sql`select r.organisation_id, r.enrollment_id, r.meeting_id, m.starts_at, m.ends_at, m.place, m.recorded_at is not null as is_recorded_afterwards, r.status, r.method,
          coalesce(r.arrived_at, r.check_in_at) as arrived_at, r.left_at, r.check_in_method, r.check_in_at, r.reason, r.note
        from attendance_records r join attendance_meetings m on m.organisation_id = r.organisation_id and m.id = r.meeting_id
        where (r.organisation_id, r.enrollment_id) in (select e.organisation_id, e.id from enrollments e where e.user_id = ${userId})`,
      pagedBy: ['organisation_id', 'enrollment_id', 'meeting_id'],
    },
    erase: (userIds) => sql`update attendance_records set person_id = case when person_id = any(${userIds}::uuid[]) then null else person_id end,
        reason = case when ${areOfEnrollmentsOf(userIds)} then null else reason end, note = case when ${areOfEnrollmentsOf(userIds)} then null else note end
      where person_id = any(${userIds}::uuid[]) or (${areOfEnrollmentsOf(userIds)} and (reason is not null or note is not null))`,
  },
  {
    tables: ['attendance_changes'],
    reason: 'Changes made in the last 30 days to the attendance records, which are exported separately.',
  },
  {
    tables: ['attendance_rates'],
    reason: 'Calculated from the attendance records, which are exported separately.',
  },
  {
    tables: ['attendance_warnings'],
    exported: {
      name: 'attendance-warnings',
      about: 'Warnings about your attendance that still apply.',
      rows: (userId) => sql`select organisation_id, enrollment_id, percent::float8 as percent, below_percent, warned_at
        from attendance_warnings ${ofOwnEnrollments(userId)}`,
    },
  },
];
