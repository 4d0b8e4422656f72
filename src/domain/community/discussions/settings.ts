import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseAccess } from '../../learning/access/course-access.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { weighCourse } from './reports.ts';

type Settings = Shape<'DiscussionSettings'>;

/** The settings as they apply, with the defaults of the contract for what was never set. */
export type Rules = Shape<'DiscussionSettingsWrite'>;

export const rulesOf = (stored: unknown): Rules => contractInput('DiscussionSettingsWrite', (stored ?? {}) as object);

interface Stored {
  rules: Rules;
  updated_at: string | null;
}

async function readStored(db: Executor, organisationId: string, courseId: string): Promise<Stored> {
  const row = await db
    .selectFrom('discussion_settings')
    .select(['rules', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .executeTakeFirst();
  return { rules: rulesOf(row?.rules), updated_at: row?.updated_at ?? null };
}

/** Returns the settings of a course as they are until the transaction ends. Lock topics after this. */
export async function holdRules(trx: Executor, organisationId: string, courseId: string): Promise<Rules> {
  const row = await trx
    .selectFrom('discussion_settings')
    .select('rules')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .forShare()
    .executeTakeFirst();
  return rulesOf(row?.rules);
}

/** Returns the settings of a course as staff see them. */
export const readRules = async (db: Executor, organisationId: string, courseId: string): Promise<Rules> =>
  (await readStored(db, organisationId, courseId)).rules;

const shown = (who: Caller, { rules, updated_at }: Stored): Settings =>
  isStaff(who) ? { ...rules, updated_at } : { ...rules, held_words: null, held_word_lists: null, updated_at };

/** Returns the settings to staff, and to those who are or were enrolled in the course.
 * @throws NotFoundError */
export async function getSettings({ db, clock }: Pick<Tools, 'db' | 'clock'>, who: Caller, courseId: string): Promise<Settings> {
  requireIds(courseId);
  const { enrollment, seesAll } = await courseAccess(db, who, courseId, timeOf(clock));
  if (!seesAll && !enrollment) throw new NotFoundError();
  return shown(who, await readStored(db, who.organisationId, courseId));
}

/**
 * @throws NotFoundError when there is no such course
 * @throws ValidationError
 */
export async function replaceSettings({ db, clock }: Pick<Tools, 'db' | 'clock'>, who: Caller, courseId: string, rules: Rules): Promise<Settings> {
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
