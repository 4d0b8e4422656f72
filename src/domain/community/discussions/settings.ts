import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseAccess } from '../../learning/access/course-access.ts';

type Settings = Shape<'DiscussionSettings'>;

/** The effective settings, with the defaults of the contract for those that were never set. */
export type Rules = Shape<'DiscussionSettingsWrite'>;

export const rulesOf = (stored: unknown): Rules => contractInput('DiscussionSettingsWrite', (stored ?? {}) as object);

interface Stored {
  rules: Rules;
  updated_at: string | null;
}

export async function readStored(db: Executor, organisationId: string, courseId: string): Promise<Stored> {
  const row = await db
    .selectFrom('discussion_settings')
    .select(['rules', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .executeTakeFirst();
  return { rules: rulesOf(row?.rules), updated_at: row?.updated_at ?? null };
}

/** Returns the settings of a course, which stay unchanged until the transaction ends. Lock topics after this. */
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

export const shown = (who: Caller, { rules, updated_at }: Stored): Settings =>
  isStaff(who) ? { ...rules, updated_at } : { ...rules, held_words: null, held_word_lists: null, updated_at };

/** Returns the settings to staff, and to people who are or were enrolled in the course.
 * @throws NotFoundError */
export async function getSettings({ db, clock }: Pick<Tools, 'db' | 'clock'>, who: Caller, courseId: string): Promise<Settings> {
  requireIds(courseId);
  const { enrollment, seesAll } = await courseAccess(db, who, courseId, timeOf(clock));
  if (!seesAll && !enrollment) throw new NotFoundError();
  return shown(who, await readStored(db, who.organisationId, courseId));
}
