import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { checkCurrency } from '../../kernel/locale.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireChargeable } from '../../studio/courses/price.ts';
import { lockNamedCourses } from '../../studio/courses/require-course.ts';
import { PLAN_COLUMNS, plansOf } from './columns.ts';

type Plan = Shape<'CataloguePlan'>;
type ManageTools = Pick<Tools, 'db' | 'clock'>;

interface PlanKey {
  organisationId: string;
  planId: string;
}

/** The fields whose change creates a new version of a plan. */
const TERMS = ['amount', 'currency', 'interval', 'trial_days', 'cycles'] as const;

type PlanTerms = Pick<Plan, (typeof TERMS)[number]>;

const readPlan = (db: Executor, { organisationId, planId }: PlanKey) =>
  plansOf(db, organisationId).where('catalogue_plans.id', '=', planId).select(PLAN_COLUMNS).executeTakeFirstOrThrow();

/** Locks a plan, so that its versions are made one after another.
 * @throws NotFoundError */
async function lockPlan(trx: Executor, { organisationId, planId }: PlanKey): Promise<Plan> {
  requireIds(planId);
  await trx
    .selectFrom('catalogue_plans')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', planId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return readPlan(trx, { organisationId, planId });
}

/** Returns all fields of a plan, with defaults for those that were left out. */
export function wholePlan({ description = '', trial_days = 0, course_ids = null, cycles = null, ...required }: Shape<'CataloguePlanWrite'>) {
  return { ...required, description, trial_days, course_ids, cycles };
}

/** @throws ValidationError */
export function createPlan({ db, clock }: ManageTools, caller: Caller, input: Shape<'CataloguePlanWrite'>): Promise<Plan> {
  const { title, description, course_ids, ...terms } = wholePlan(input);
  requirePrice(terms);
  const key = { organisationId: caller.organisationId, planId: newId() };
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    await trx
      .insertInto('catalogue_plans')
      .values({ organisation_id: key.organisationId, id: key.planId, title, description, is_for_all_courses: course_ids === null, version: 1, created_at: now })
      .execute();
    await insertVersion(trx, key, 1, terms, now);
    if (course_ids) await addCourses(trx, key, course_ids);
    const plan = await readPlan(trx, key);
    await recordChange(trx, caller, { action: 'catalogue_plan.created', objectId: key.planId, before: null, after: { ...plan } });
    return plan;
  });
}

/**
 * Changes the fields of a plan that were sent. Different payment terms create a new version; the same ones do not.
 * @throws NotFoundError
 * @throws ValidationError
 * @throws DomainError plan_archived
 */
export function updatePlan({ db, clock }: ManageTools, caller: Caller, planId: string, input: Shape<'PatchedCataloguePlan'>): Promise<Plan> {
  const key = { organisationId: caller.organisationId, planId };
  return inTransaction(db, async (trx) => {
    const before = await lockPlan(trx, key);
    if (before.archived_at !== null) throw new DomainError('plan_archived', 'The plan has been archived.');
    const wanted = { ...before, ...input };
    requirePrice(wanted);
    const isNewVersion = TERMS.some((name) => wanted[name] !== before[name]);
    const version = before.version + Number(isNewVersion);
    if (isNewVersion) await insertVersion(trx, key, version, wanted, timeOf(clock));
    await trx
      .updateTable('catalogue_plans')
      .set({ title: wanted.title, description: wanted.description, is_for_all_courses: wanted.course_ids === null, version })
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', planId)
      .execute();
    if (input.course_ids !== undefined) {
      await replaceCourses(trx, key, input.course_ids);
      await enqueue(trx, 'align_subscriptions', { organisation_id: key.organisationId, plan_id: planId });
    }
    const plan = await readPlan(trx, key);
    await recordChange(trx, caller, { action: 'catalogue_plan.updated', objectId: planId, before: { ...before }, after: { ...plan } });
    return plan;
  });
}

/**
 * Archives a plan. Repeating the call changes nothing.
 * @throws NotFoundError
 */
export function archivePlan({ db, clock }: ManageTools, caller: Caller, planId: string): Promise<Plan> {
  const key = { organisationId: caller.organisationId, planId };
  return inTransaction(db, async (trx) => {
    const before = await lockPlan(trx, key);
    if (before.archived_at !== null) return before;
    const archived_at = timeOf(clock);
    await trx.updateTable('catalogue_plans').set({ archived_at }).where('organisation_id', '=', key.organisationId).where('id', '=', planId).execute();
    await recordChange(trx, caller, { action: 'catalogue_plan.archived', objectId: planId, before: { archived_at: null }, after: { archived_at } });
    return { ...before, archived_at };
  });
}

/** @throws ValidationError */
function requirePrice({ amount, currency }: Pick<Plan, 'amount' | 'currency'>): void {
  const faults = new Faults();
  checkCurrency(currency, faults);
  faults.check();
  requireChargeable({ amount, currency });
}

async function insertVersion(
  trx: Executor,
  { organisationId, planId }: PlanKey,
  version: number,
  { amount, currency, interval, trial_days, cycles }: PlanTerms,
  now: string,
): Promise<void> {
  await trx
    .insertInto('catalogue_plan_versions')
    .values({ organisation_id: organisationId, plan_id: planId, version, amount, currency, interval, trial_days, cycles, created_at: now })
    .execute();
}

/** @throws ValidationError */
async function addCourses(trx: Executor, { organisationId, planId }: PlanKey, courseIds: readonly string[]): Promise<void> {
  await lockNamedCourses(trx, organisationId, courseIds);
  await sql`insert into catalogue_plan_courses (organisation_id, plan_id, course_id)
    select ${organisationId}::uuid, ${planId}::uuid, unnest(${courseIds}::uuid[])`.execute(trx);
}

/** @throws ValidationError */
async function replaceCourses(trx: Executor, key: PlanKey, courseIds: readonly string[] | null): Promise<void> {
  await trx.deleteFrom('catalogue_plan_courses').where('organisation_id', '=', key.organisationId).where('plan_id', '=', key.planId).execute();
  if (courseIds) await addCourses(trx, key, courseIds);
}
