import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, unless } from '../../kernel/errors.ts';
import type { FieldCode } from '../../kernel/field-codes.ts';
import { newId } from '../../kernel/ids.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { daysBetween } from '../../studio/schedule/days.ts';
import { daysOf } from './occurrences.ts';
import { type CourseKey, lockAttendance, readCourse } from './settings.ts';
import { comingMeetings, type PlannedSlot, readSlots, type Slot, storeMeetings, storeSlots } from './slots.ts';

const MOST_MEETINGS = 500;
const MOST_DAYS = 800;

/** @throws NotFoundError when there is no such course */
export async function getMeetingTimes({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, courseId: string): Promise<Shape<'MeetingTimes'>> {
  const { timezone, ...key } = await readCourse(db, { organisationId, courseId });
  return { timezone, slots: await readSlots(db, key) };
}

/**
 * Replaces the slots of a course and its meetings that have not begun.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError
 */
export function replaceMeetingTimes(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { slots }: Shape<'MeetingTimesWrite'>,
): Promise<Shape<'MeetingTimes'>> {
  const key: CourseKey = { organisationId: caller.organisationId, courseId };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, key.organisationId, courseId);
    await lockAttendance(trx, key);
    const now = timeOf(clock);
    const { timezone } = await readCourse(trx, key);
    const before = await readSlots(trx, key);
    const planned = planSlots(slots, before);
    const faults = new Faults();
    checkSlots(faults, slots, before, await cohortsOf(trx, key));
    const meetings = faults.list.length > 0 ? [] : comingMeetings(timezone, planned, now);
    if (meetings.length > MOST_MEETINGS) faults.add('slots', 'too_many', `A course can have at most ${MOST_MEETINGS} upcoming meetings.`);
    faults.check();
    await storeSlots(trx, key, planned, now);
    await storeMeetings(trx, key, meetings, now);
    const after = { timezone, slots: await readSlots(trx, key) };
    await recordChange(trx, caller, {
      action: 'attendance.meeting_times_updated',
      objectId: courseId,
      before: { slots: before },
      after: { slots: after.slots },
    });
    return after;
  });
}

/** Moves the meetings of a course that have not begun to the same wall-clock times in the course's current time zone. */
export function moveMeetings({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisation_id, course_id }: Jobs['move_meetings']): Promise<void> {
  const key: CourseKey = { organisationId: organisation_id, courseId: course_id };
  return unless(
    'not_found',
    inTransaction(db, async (trx) => {
      await requireCourse(trx, organisation_id, course_id);
      await lockAttendance(trx, key);
      const now = timeOf(clock);
      const { timezone } = await readCourse(trx, key);
      const slots = (await readSlots(trx, key)).map((slot) => ({ ...slot, isNew: false, replaces: null }));
      await storeMeetings(trx, key, comingMeetings(timezone, slots, now), now);
    }),
  );
}

/** Gives each slot an ID: its own, or a new one if it is new or its times have changed. */
function planSlots(slots: Shape<'MeetingTimesWrite'>['slots'], before: readonly Slot[]): PlannedSlot[] {
  return slots.map(({ id, ...slot }) => {
    const old = before.find((one) => one.id === id?.toLowerCase());
    const isKept = old !== undefined && meetsAlike(old, { id: old.id, ...slot });
    return { ...slot, id: isKept ? old.id : newId(), isNew: !isKept, replaces: isKept ? null : (old?.id ?? null) };
  });
}

const meetsAlike = (one: Slot, other: Slot): boolean =>
  (['cohort_id', 'first_date', 'every_weeks', 'start_time', 'end_time'] as const).every(
    (name) => String(one[name]).toLowerCase() === String(other[name]).toLowerCase(),
  );

function checkSlots(faults: Faults, slots: Shape<'MeetingTimesWrite'>['slots'], before: readonly Slot[], cohorts: ReadonlySet<string>): void {
  const seen = new Set<string>();
  slots.forEach(({ id, ...slot }, index) => {
    const fault = (member: string, code: FieldCode, message: string) => faults.add(`slots.${index}.${member}`, code, message);
    const known = id?.toLowerCase();
    if (known !== undefined && !before.some((one) => one.id === known)) fault('id', 'unknown', 'The course has no such slot.');
    if (known !== undefined && seen.has(known)) fault('id', 'duplicate', 'This slot is listed more than once.');
    if (known !== undefined) seen.add(known);
    if (slot.cohort_id !== null && !cohorts.has(slot.cohort_id.toLowerCase())) fault('cohort_id', 'unknown', 'The course has no such cohort.');
    if (slot.start_time === slot.end_time) fault('end_time', 'same_time', 'Must differ from start_time.');
    if (slot.last_date !== null && slot.last_date < slot.first_date) fault('last_date', 'before_start', 'Must not be before first_date.');
    else if (slot.last_date !== null && daysBetween(slot.first_date, slot.last_date) > MOST_DAYS)
      fault('last_date', 'too_late', `Must be at most ${MOST_DAYS} days after first_date.`);
    else checkExceptions(fault, slot);
  });
}

function checkExceptions(fault: (member: string, code: FieldCode, message: string) => void, slot: Omit<Slot, 'id'>): void {
  const days = new Set(daysOf(slot));
  slot.exceptions.forEach(({ date, start_time, end_time }, index) => {
    const field = `exceptions.${index}`;
    if (!days.has(date)) fault(`${field}.date`, 'unknown', 'The slot has no meeting on this day.');
    if (slot.exceptions.findIndex((one) => one.date === date) < index) fault(`${field}.date`, 'duplicate', 'This day is listed more than once.');
    if ((start_time ?? slot.start_time) === (end_time ?? slot.end_time)) fault(`${field}.end_time`, 'same_time', 'Must differ from the start time.');
  });
}

/** Returns the cohorts of a course and keeps them from being deleted until the transaction ends. */
async function cohortsOf(trx: Executor, { organisationId, courseId }: CourseKey): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('cohorts')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}
