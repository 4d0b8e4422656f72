import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { weighCourse } from './reports.ts';
import { type Rules, readStored, shown } from './settings.ts';

/**
 * Replaces the settings of a course, and applies a changed threshold of reports to existing reports.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError
 */
export async function replaceSettings(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  who: Caller,
  courseId: string,
  rules: Rules,
): Promise<Shape<'DiscussionSettings'>> {
  const { organisationId } = who;
  const faults = new Faults();
  if (rules.min_length > rules.max_length) faults.add('min_length', 'above_maximum', 'Must not be greater than max_length.');
  faults.check();
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await trx
      .insertInto('discussion_settings')
      .values({ organisation_id: organisationId, course_id: courseId, rules: json({}) as never })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doUpdateSet({ course_id: courseId }))
      .execute();
    const before = await readStored(trx, organisationId, courseId);
    await trx
      .updateTable('discussion_settings')
      .set({ rules: json(rules) as never, updated_at: sql`${timeOf(clock)}::timestamptz` })
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', courseId)
      .execute();
    await recordChange(trx, who, { action: 'discussion.settings_updated', objectId: courseId, before: before.rules, after: rules });
    if (rules.report_threshold !== before.rules.report_threshold) await weighCourse(trx, who, courseId, rules, timeOf(clock));
    return shown(who, await readStored(trx, organisationId, courseId));
  });
}
