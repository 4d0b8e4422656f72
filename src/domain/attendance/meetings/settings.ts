import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { checkRates } from './checks.ts';
import { newPin } from './pin.ts';

/** Identifies the attendance of a course. */
export interface CourseKey {
  organisationId: string;
  courseId: string;
}

export type Rules = Omit<Shape<'AttendanceSettings'>, 'updated_at'>;

/** The rules for courses whose staff have not decided anything. */
export const DEFAULT_RULES: Rules = {
  is_enabled: false,
  opens_before_minutes: 30,
  late_after_minutes: 10,
  least_percent: null,
  short_stay_status: 'late',
  marks_absent: true,
  late_credit_percent: 100,
  free_absences: 0,
  warning: { is_enabled: false, below_percent: 70, after_meetings: 5 },
  keep_days: null,
  accepts_printed_badges: true,
  faces: { is_enabled: false, has_legal_basis: false, learners_are_adults: false, token_hours: 24, warn_above_percent: 5 },
  kiosk: { is_enabled: false, methods: ['qr'], shows_full_names: false, idle_minutes: 240 },
};

/** The facts about a course that attendance needs. */
export interface AttendedCourse extends CourseKey {
  title: string;
  timezone: string;
  rules: Rules;
}

/** @throws NotFoundError when there is no such course */
export const readCourse = async (db: Executor, key: CourseKey): Promise<AttendedCourse> => {
  const { title, timezone, updated_at: _updated, ...rules } = await readSettings(db, key);
  return { organisationId: key.organisationId, courseId: key.courseId, title, timezone, rules };
};

/** @throws NotFoundError when there is no such course */
async function readSettings(db: Executor, { organisationId, courseId }: CourseKey): Promise<Shape<'AttendanceSettings'> & { title: string; timezone: string }> {
  requireIds(courseId);
  const { rules, ...row } = await liveCourses(db, organisationId)
    .leftJoin('attendance_settings as settings', (join) =>
      join.onRef('settings.organisation_id', '=', 'courses.organisation_id').onRef('settings.course_id', '=', 'courses.id'),
    )
    .where('courses.id', '=', courseId)
    .select(['courses.title', 'courses.timezone', 'settings.updated_at', sql<Rules | null>`settings.rules`.as('rules')])
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return { ...DEFAULT_RULES, ...rules, faces: { ...DEFAULT_RULES.faces, ...rules?.faces }, ...row };
}

/** @throws NotFoundError when there is no such course */
export async function getAttendanceSettings({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, courseId: string): Promise<Shape<'AttendanceSettings'>> {
  const { title: _title, timezone: _zone, ...settings } = await readSettings(db, { organisationId, courseId });
  return settings;
}

/**
 * Replaces the settings, and makes or renews the PIN of the kiosks. Meetings that ended before attendance was switched on are never closed.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError for faces without both confirmations
 */
export function replaceAttendanceSettings(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  caller: Caller,
  courseId: string,
  { renew_pin, ...rules }: Shape<'AttendanceSettingsWrite'>,
): Promise<Shape<'AttendanceSettings'>> {
  const { organisationId } = caller;
  checkFaceRule(rules.faces);
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await lockAttendance(trx, { organisationId, courseId });
    const before = await getAttendanceSettings({ db: trx }, caller, courseId);
    const enabledAt = rules.is_enabled ? timeOf(clock) : null;
    const pin = rules.kiosk.is_enabled ? keyring.seal(newPin()) : null;
    const keepsPin = pin !== null && !renew_pin;
    await trx
      .insertInto('attendance_settings')
      .values({ organisation_id: organisationId, course_id: courseId, rules: json(rules) as never, enabled_at: enabledAt, sealed_pin: pin })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'course_id']).doUpdateSet({
          rules: json(rules) as never,
          enabled_at: before.is_enabled && rules.is_enabled ? sql`attendance_settings.enabled_at` : enabledAt,
          sealed_pin: keepsPin ? sql`coalesce(attendance_settings.sealed_pin, excluded.sealed_pin)` : pin,
        }),
      )
      .execute();
    if (rules.is_enabled) await enqueue(trx, 'make_badges', { organisation_id: organisationId, course_id: courseId });
    await checkRates(trx, { organisationId, courseId });
    const after = await getAttendanceSettings({ db: trx }, caller, courseId);
    const renewed = pin !== null && renew_pin ? { pin: 'renewed' } : {};
    await recordChange(trx, caller, { action: 'attendance.settings_updated', objectId: courseId, before, after: { ...after, ...renewed } });
    return after;
  });
}

function checkFaceRule({ is_enabled, has_legal_basis, learners_are_adults }: Rules['faces']): void {
  const faults = new Faults();
  if (is_enabled && !has_legal_basis) faults.add('faces.has_legal_basis', 'required', 'Confirm this before you enable face check-in.');
  if (is_enabled && !learners_are_adults) faults.add('faces.learners_are_adults', 'required', 'Confirm this before you enable face check-in.');
  faults.check();
}

/** Serialises the changes to a course's attendance, so that their numbers follow the order in which they commit. */
export async function lockAttendance(trx: Executor, { organisationId, courseId }: CourseKey): Promise<void> {
  await trx
    .insertInto('attendance_courses')
    .values({ organisation_id: organisationId, course_id: courseId, revision: 0 })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doUpdateSet({ course_id: courseId }))
    .execute();
}
