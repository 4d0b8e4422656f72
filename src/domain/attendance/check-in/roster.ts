import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { contains } from '../../../platform/database/search.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { person } from '../../kernel/person.ts';
import type { AttendedCourse } from '../meetings/settings.ts';
import { expectedLearners } from '../records/close-meetings.ts';
import type { MeetingFacts } from './meetings-at.ts';

/** Reads one page of the learners who are expected at a meeting or have a record of it, by name. */
export async function readRoster(
  db: Executor,
  { organisationId }: AttendedCourse,
  { id }: Pick<MeetingFacts, 'id'>,
  { search, page, page_size }: Paging & { search?: string | undefined },
  now: string,
): Promise<Page<Shape<'RosterEntry'>>> {
  const { rows } = await sql<Shape<'RosterEntry'> & { total: number }>`
    with people as (
      select enrollment_id from (${expectedLearners(organisationId, [id], sql`least(${now}::timestamptz, m.ends_at)`)} and m.recorded_at is null) expected
      union
      select r.enrollment_id from attendance_records r where r.organisation_id = ${organisationId} and r.meeting_id = ${id}
        and (r.status is not null or r.is_expected)
    ), found as (
      select enrollments.*, count(*) over ()::int as total from people
      join enrollments on enrollments.organisation_id = ${organisationId} and enrollments.id = people.enrollment_id
      join users on users.id = enrollments.user_id
      where ${search === undefined ? sql`true` : contains(sql`users.search_text`, search)}
      order by enrollments.learner_name, enrollments.id limit ${page_size} offset ${(page - 1) * page_size}
    )
    select enrollments.id as enrollment_id, ${person} as user, r.status, r.method, coalesce(r.arrived_at, r.check_in_at) as arrived_at, r.note,
      coalesce(r.has_conflict, false) as has_conflict, case when r.person_status is null and r.check_in_status is null then r.unconfirmed_at end as unconfirmed_at,
      r.device_id is not null and exists (select from attendance_records o where o.organisation_id = r.organisation_id and o.meeting_id = r.meeting_id
        and o.device_id = r.device_id and o.enrollment_id <> r.enrollment_id) as shares_device, enrollments.total
    from found enrollments
    join users on users.id = enrollments.user_id
    left join attendance_records r on r.organisation_id = enrollments.organisation_id and r.enrollment_id = enrollments.id and r.meeting_id = ${id}
    order by enrollments.learner_name, enrollments.id`.execute(db);
  return { count: rows[0]?.total ?? 0, results: rows.map(({ total: _total, ...entry }) => entry) };
}
