import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { person } from '../../kernel/person.ts';

const arrivedAt = sql`coalesce(r.arrived_at, r.check_in_at)`;
const minutes = sql`case when r.left_at is not null and ${arrivedAt} is not null then greatest(0, floor(extract(epoch from r.left_at - ${arrivedAt}) / 60))::int end`;

/** A record `r` in the grid.
 * @param showsNotes whether the reader is staff */
export const cell = (showsNotes: boolean): RawBuilder<Shape<'AttendanceCell'>> => sql`json_build_object('meeting_id', r.meeting_id, 'status', r.status,
  'method', r.method, 'arrived_at', ${jsonTime(arrivedAt)}, 'left_at', ${jsonTime(sql`r.left_at`)}, 'minutes', ${minutes}, 'reason', r.reason,
  'note', ${showsNotes ? sql`r.note` : sql`null`}, 'has_conflict', r.has_conflict)`;

/** Reads the records of a learner in these meetings, by time. */
export const readRecords = async (
  db: Executor,
  organisationId: string,
  enrollmentId: string,
  meetingIds: readonly string[],
): Promise<Shape<'AttendanceRecord'>[]> => {
  const { rows } = await sql<Shape<'AttendanceRecord'>>`
    select r.enrollment_id, r.meeting_id, m.slot_id, m.date, r.status, r.method, ${arrivedAt} as arrived_at, r.left_at, ${minutes} as minutes, r.reason, r.note,
      case when o.id is not null then json_build_object('date', o.date, 'slot_id', o.slot_id) end as makes_up_for, r.is_expected,
      case when r.check_in_at is not null then json_build_object('status', r.check_in_status, 'method', r.check_in_method, 'at', ${jsonTime(sql`r.check_in_at`)})
        end as check_in,
      r.has_conflict, case when users.id is not null then ${person} end as marked_by,
      r.person_at as marked_at
    from attendance_records r
    join attendance_meetings m on m.organisation_id = r.organisation_id and m.id = r.meeting_id
    left join attendance_meetings o on o.organisation_id = r.organisation_id and o.id = r.makes_up_for
    left join users on users.id = r.person_id
    where r.organisation_id = ${organisationId} and r.enrollment_id = ${enrollmentId} and r.meeting_id = any(${meetingIds}::uuid[])
    order by m.starts_at, m.id`.execute(db);
  return rows;
};
