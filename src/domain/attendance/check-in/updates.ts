import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { jsonObject, jsonTime } from '../../../platform/database/json.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { fromCursor, toCursor } from '../../kernel/cursor.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { localDay } from '../../kernel/moments.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readCourse } from '../meetings/settings.ts';

const MOST = 500;
const LIST = 'attendance-updates';

type Update = Shape<'AttendanceUpdate'>;

/**
 * Returns the changes after a cursor, in the order in which they were committed, and the cursor for the next call. Without a cursor, returns the records of
 * today's meetings instead. Successive answers neither miss a change nor repeat one.
 * @throws NotFoundError when there is no such course
 * @throws DomainError cursor_expired
 * @throws ValidationError for a cursor that does not belong to this course
 */
export async function listUpdates(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { cursor }: { cursor?: string | undefined },
): Promise<Shape<'AttendanceUpdates'>> {
  const { timezone } = await readCourse(db, { organisationId, courseId });
  const id = courseId.toLowerCase();
  const ended = (revision: number, entries: Update[], isSnapshot: boolean) => ({
    entries,
    cursor: toCursor(LIST, { side: 'after', key: revision, id }),
    is_snapshot: isSnapshot,
    has_more: !isSnapshot && entries.length === MOST,
  });
  const current = sql`coalesce((select revision from attendance_courses where organisation_id = ${organisationId} and course_id = ${courseId}), 0)`;
  if (cursor === undefined) {
    const { rows } = await sql<{ revision: number; entries: Update[] }>`
      select ${current} as revision, coalesce((select json_agg(${jsonObject<Update>({
        enrollment_id: sql`r.enrollment_id`,
        meeting_id: sql`r.meeting_id`,
        status: sql`r.status`,
        method: sql`r.method`,
        arrived_at: jsonTime(sql`coalesce(r.arrived_at, r.check_in_at)`),
        has_conflict: sql`r.has_conflict`,
      })} order by r.meeting_id, r.enrollment_id) from attendance_records r
        join attendance_meetings m on m.organisation_id = r.organisation_id and m.id = r.meeting_id
        where m.organisation_id = ${organisationId} and m.course_id = ${courseId} and m.date = ${localDay(timezone, timeOf(clock))}::date
          and r.status is not null), '[]') as entries`.execute(db);
    return ended(rows[0]?.revision ?? 0, rows[0]?.entries ?? [], true);
  }
  const position = fromCursor(LIST, Number.MAX_SAFE_INTEGER, cursor);
  if (position.id !== id) throw new ValidationError([{ field: 'cursor', code: 'format', message: 'Must be a cursor for this course.' }]);
  const changes = sql`attendance_changes c where c.organisation_id = ${organisationId} and c.course_id = ${courseId}`;
  const { rows } = await sql<{ revision: number; oldest: number | null; entries: (Update & { revision: number })[] }>`
    select ${current} as revision, (select min(c.revision) from ${changes}) as oldest, coalesce((select json_agg(one) from (
      select c.enrollment_id, c.meeting_id, c.status, c.method, ${jsonTime(sql`c.arrived_at`)} as arrived_at, c.has_conflict, c.revision
      from ${changes} and c.revision > ${position.key} order by c.revision limit ${MOST}) one), '[]') as entries`.execute(db);
  const { revision = 0, oldest = null, entries = [] } = rows[0] ?? {};
  const isKept = position.key >= revision || (oldest !== null && oldest <= position.key + 1);
  if (!isKept) throw new DomainError('cursor_expired', 'Changes after this cursor are no longer kept. Start again without a cursor.');
  return ended(
    entries.at(-1)?.revision ?? position.key,
    entries.map(({ revision: _revision, ...entry }) => entry),
    false,
  );
}
