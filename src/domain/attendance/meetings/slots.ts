import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { newId } from '../../kernel/ids.ts';
import { occurrencesOf } from './occurrences.ts';
import type { CourseKey } from './settings.ts';

export type Slot = Shape<'MeetingSlot'>;

/** A slot to be stored. `replaces` names the slot whose future meetings it takes over. */
export interface PlannedSlot extends Slot {
  isNew: boolean;
  replaces: string | null;
}

/** Reads the slots that have not ended. A slot whose cohort was deleted counts as ended. */
export const readSlots = (db: Executor, { organisationId, courseId }: CourseKey): Promise<Slot[]> =>
  db
    .selectFrom('attendance_slots')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(cohort_id is not null or not is_for_cohort)`)
    .select(['id', 'cohort_id', 'place', 'first_date', 'every_weeks', 'start_time', 'end_time', 'exceptions'])
    .select(sql<string | null>`nullif(last_date, first_date)`.as('last_date'))
    .orderBy('first_date')
    .orderBy('start_time')
    .orderBy('id')
    .$castTo<Slot>()
    .execute();

/** Stores the slots, and ends all others of the course. The future meetings of replaced slots move to the slots that replace them. */
export async function storeSlots(trx: Executor, { organisationId, courseId }: CourseKey, slots: readonly PlannedSlot[], now: string): Promise<void> {
  const rows = slots.map(({ isNew: _new, replaces: _replaced, last_date, exceptions, ...slot }) => ({
    ...slot,
    organisation_id: organisationId,
    course_id: courseId,
    is_for_cohort: slot.cohort_id !== null,
    last_date: last_date ?? slot.first_date,
    exceptions: json(exceptions) as never,
  }));
  if (rows.length > 0)
    await trx
      .insertInto('attendance_slots')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'id']).doUpdateSet((eb) => ({
          place: eb.ref('excluded.place'),
          last_date: eb.ref('excluded.last_date'),
          exceptions: eb.ref('excluded.exceptions'),
        })),
      )
      .execute();
  const moved = slots.flatMap(({ id, replaces }) => (replaces === null ? [] : [{ id, replaces }]));
  await sql`update attendance_meetings m set slot_id = moved.id from json_to_recordset(${JSON.stringify(moved)}::json) as moved (id uuid, replaces uuid)
    where m.organisation_id = ${organisationId} and m.slot_id = moved.replaces and m.starts_at > ${now}`.execute(trx);
  await trx
    .updateTable('attendance_slots')
    .set({ ended_at: now })
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`id <> all(${slots.map(({ id }) => id)}::uuid[])`)
    .execute();
}

/** Returns the future meetings of the slots. A meeting in progress is included only for new slots that replace no other slot. */
export const comingMeetings = (timezone: string, slots: readonly PlannedSlot[], now: string) =>
  slots.flatMap((slot) =>
    occurrencesOf(timezone, slot)
      .filter(({ starts_at, ends_at }) => (slot.isNew && slot.replaces === null ? ends_at : starts_at) > now)
      .map((meeting) => ({ id: newId(), slot_id: slot.id, ...meeting })),
  );

/** Replaces the meetings of a course that have not begun with these. The records of a meeting that stays on its day are kept. */
export async function storeMeetings(
  trx: Executor,
  { organisationId, courseId }: CourseKey,
  meetings: ReturnType<typeof comingMeetings>,
  now: string,
): Promise<void> {
  await sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(meetings)}::json)
        as wanted (id uuid, slot_id uuid, date date, starts_at timestamptz, ends_at timestamptz, place text, is_cancelled boolean)
    ), gone as (
      delete from attendance_meetings m where m.organisation_id = ${organisationId} and m.course_id = ${courseId} and m.starts_at > ${now}
        and not exists (select from wanted where wanted.slot_id = m.slot_id and wanted.date = m.date)
    )
    insert into attendance_meetings as m (organisation_id, id, course_id, slot_id, date, starts_at, ends_at, place, is_cancelled)
    select ${organisationId}, id, ${courseId}, slot_id, date, starts_at, ends_at, place, is_cancelled from wanted
    on conflict (organisation_id, slot_id, date) do update
      set starts_at = excluded.starts_at, ends_at = excluded.ends_at, place = excluded.place, is_cancelled = excluded.is_cancelled
      where m.starts_at > ${now} and (m.starts_at, m.ends_at, m.place, m.is_cancelled)
        is distinct from (excluded.starts_at, excluded.ends_at, excluded.place, excluded.is_cancelled)
  `.execute(trx);
  await sql`delete from attendance_slots s where s.organisation_id = ${organisationId} and s.course_id = ${courseId} and s.ended_at is not null
    and not exists (select from attendance_meetings m where m.organisation_id = s.organisation_id and m.slot_id = s.id)`.execute(trx);
}
