import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';

export type Settings = Shape<'CertificateSettings'>;
type Rules = Omit<Settings, 'is_enabled' | 'updated_at'>;

export interface CourseKey {
  organisationId: string;
  courseId: string;
}

/** The settings of courses whose staff have decided nothing. */
export const DEFAULT_SETTINGS: Rules & Pick<Settings, 'is_enabled'> = {
  is_enabled: false,
  requires_completion: true,
  min_grade_percent: null,
  min_attendance_percent: null,
  design: 'classic',
  paper: 'a4',
  orientation: 'landscape',
  title: null,
  color: null,
  signature_name: null,
  signature_title: null,
  shows_grade: false,
  hours: 'none',
  validity_months: null,
  reminder_days: [],
  revokes_with_enrollment: false,
};

/** Returns the settings of a course, which are the default ones until somebody changes them. */
export async function readSettings(db: Executor, { organisationId, courseId }: CourseKey): Promise<Settings> {
  const row = await db
    .selectFrom('certificate_settings')
    .select(['is_enabled', 'rules', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .executeTakeFirst();
  return {
    ...DEFAULT_SETTINGS,
    ...(row?.rules as Partial<Rules> | undefined),
    ...(row && { is_enabled: row.is_enabled }),
    updated_at: row?.updated_at ?? null,
  };
}

/** Fills in what a preview leaves out. */
export const settingsFrom = (write: Shape<'CertificateSettingsWrite'>): Settings => ({ ...DEFAULT_SETTINGS, ...write, updated_at: null });

/** @throws NotFoundError when there is no such course */
export async function getSettings({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, courseId: string): Promise<Settings> {
  await requireCourse(db, organisationId, courseId);
  return readSettings(db, { organisationId, courseId });
}

/**
 * Replaces the settings. This issues nothing.
 * @throws NotFoundError when there is no such course
 */
export function replaceSettings(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { is_enabled, ...rules }: Shape<'CertificateSettingsWrite'>,
): Promise<Settings> {
  const { organisationId } = caller;
  const key = { organisation_id: organisationId, course_id: courseId };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await trx
      .insertInto('certificate_settings')
      .values({ ...key, is_enabled: false, rules: json({}) as never })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doUpdateSet({ course_id: courseId }))
      .execute();
    const before = await readSettings(trx, { organisationId, courseId });
    await trx
      .updateTable('certificate_settings')
      .set({ is_enabled, rules: json(rules) as never, updated_at: timeOf(clock) })
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', courseId)
      .execute();
    const after = await readSettings(trx, { organisationId, courseId });
    await recordChange(trx, caller, { action: 'certificate.settings_updated', objectId: courseId, before, after });
    return after;
  });
}
