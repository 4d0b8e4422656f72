import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError, refuseUnknown } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockCourse } from '../../studio/courses/require-course.ts';
import { checkRate, type Rate } from './rate.ts';

type Rule = Shape<'AffiliateCourseRule'>;

const rulesOf = (db: Executor, organisationId: string) =>
  db
    .selectFrom('affiliate_course_rules')
    .innerJoin('courses', (join) =>
      join.onRef('courses.organisation_id', '=', 'affiliate_course_rules.organisation_id').onRef('courses.id', '=', 'affiliate_course_rules.course_id'),
    )
    .where('affiliate_course_rules.organisation_id', '=', organisationId)
    .where('courses.deleted_at', 'is', null);

const selectRule = (db: Executor, organisationId: string) =>
  rulesOf(db, organisationId)
    .select(['affiliate_course_rules.course_id', 'courses.title as course_title', 'affiliate_course_rules.is_excluded', 'affiliate_course_rules.updated_at'])
    .select(sql<Rate | null>`affiliate_course_rules.rate`.as('rate'));

/** Lists the courses that have a rule of their own, by title. */
export async function listCourseRules({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, paging: Paging): Promise<Page<Rule>> {
  const [count, results] = await Promise.all([
    countRows(rulesOf(db, organisationId)),
    selectRule(db, organisationId).orderBy('courses.title').orderBy('courses.id').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

const readRule = (db: Executor, organisationId: string, courseId: string): Promise<Rule | undefined> =>
  selectRule(db, organisationId).where('affiliate_course_rules.course_id', '=', courseId).executeTakeFirst();

/**
 * Gives a course a rule of its own, or replaces the one that it has.
 * @throws ValidationError
 */
export function replaceCourseRule(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { course_id, is_excluded = false, rate = null }: Shape<'AffiliateCourseRuleWrite'>,
): Promise<Rule> {
  const { organisationId } = caller;
  const faults = new Faults();
  if (is_excluded && rate !== null) faults.add('rate', 'not_allowed', 'An excluded course has no rate.');
  if (!is_excluded && rate === null) faults.add('rate', 'required', 'Required unless the course is excluded.');
  checkRate(rate, faults);
  faults.check();
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, course_id).catch(refuseUnknown('course_id', 'The organisation has no such course.'));
    const before = (await readRule(trx, organisationId, course_id)) ?? null;
    const row = { is_excluded, rate: json(rate), updated_at: timeOf(clock) };
    await trx
      .insertInto('affiliate_course_rules')
      .values({ organisation_id: organisationId, course_id, ...row })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doUpdateSet(row))
      .execute();
    const after = (await readRule(trx, organisationId, course_id)) as Rule;
    await recordChange(trx, caller, { action: 'affiliate_rule.replaced', objectId: course_id, before: before && { ...before }, after: { ...after } });
    return after;
  });
}

/**
 * Removes the rule of a course, so that those of the program apply again.
 * @throws NotFoundError when the course has no rule
 */
export function deleteCourseRule({ db }: Pick<Tools, 'db'>, caller: Caller, courseId: string): Promise<void> {
  requireIds(courseId);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await trx
      .deleteFrom('affiliate_course_rules')
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', courseId)
      .returning(['course_id', 'is_excluded', 'rate'])
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'affiliate_rule.deleted', objectId: before.course_id, before, after: null });
  });
}
