import { type SelectQueryBuilder, sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { DB } from '../../../../generated/database.ts';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { storeUnlessTaken } from '../../../platform/database/taken.ts';
import { checkRate, type Rate } from '../../affiliates/program/rate.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { checkedCode } from '../../kernel/code-key.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { checkedExpiry, checkedMoment } from '../../kernel/expiry.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { checkCurrency } from '../../kernel/locale.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockNamedCourses, requireCourse } from '../../studio/courses/require-course.ts';
import { appliesToCourse, couponStatus, lapsedUses } from './columns.ts';

const couponsOf = (db: Executor, organisationId: string, courseId: string) =>
  db.selectFrom('coupons').where('coupons.organisation_id', '=', organisationId).where(appliesToCourse(courseId));

const asCoupon = <Row>(query: SelectQueryBuilder<DB, 'coupons', Row>, now: string) =>
  query
    .select(['coupons.id', 'code', 'percent_off', 'amount_off', 'currency', 'starts_at', 'expires_at', 'max_uses', 'max_uses_per_person'])
    .select(
      sql<string[] | null>`case when not is_for_all_courses then array(select course_id from coupon_courses c
        where c.organisation_id = coupons.organisation_id and c.coupon_id = coupons.id order by course_id) end`.as('course_ids'),
    )
    .select(['coupons.affiliate_id', sql<Rate | null>`coupons.affiliate_rate`.as('affiliate_rate')])
    .select(['is_for_plans as plans', 'plan_periods', couponStatus(now).as('status'), 'created_at', 'deactivated_at'])
    .select(sql<number>`coupons.uses - ${lapsedUses(now)}`.as('uses'))
    .$castTo<Shape<'Coupon'>>();

/** Lists the coupons that apply to a course, newest first.
 * @throws NotFoundError when there is no such course */
export async function listCoupons(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  paging: Paging,
): Promise<Page<Shape<'Coupon'>>> {
  await requireCourse(db, organisationId, courseId);
  const matching = couponsOf(db, organisationId, courseId);
  const [count, results] = await Promise.all([
    countRows(matching),
    asCoupon(matching, timeOf(clock)).orderBy('coupons.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/**
 * @throws NotFoundError when there is no such course
 * @throws DomainError coupon_code_taken
 * @throws ValidationError
 */
export function createCoupon(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  input: Shape<'CouponWrite'>,
): Promise<Shape<'Coupon'>> {
  requireIds(courseId);
  const { organisationId } = caller;
  const { course_ids, plans, ...terms } = checkedTerms(clock, courseId, input);
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const id = newId();
    await storeUnlessTaken(trx, {
      violated: { constraint: 'coupons_code' },
      store: () =>
        trx
          .insertInto('coupons')
          .values({
            ...terms,
            affiliate_rate: json(terms.affiliate_rate),
            organisation_id: organisationId,
            id,
            is_for_all_courses: course_ids === null,
            is_for_plans: plans,
          })
          .execute()
          .catch(refuse),
      find: () => readWithCode(trx, organisationId, terms.code),
      refusal: (other) => new DomainError('coupon_code_taken', "Another of the organisation's coupons has this code.", other),
    });
    if (course_ids) await limitToCourses(trx, organisationId, id, course_ids);
    const made = await asCoupon(couponsOf(trx, organisationId, courseId).where('coupons.id', '=', id), timeOf(clock)).executeTakeFirstOrThrow();
    await recordChange(trx, caller, { action: 'coupon.created', objectId: id, before: null, after: { ...made } });
    return made;
  });
}

function checkedTerms(clock: Clock, courseId: string, { course_ids = [courseId], ...input }: Shape<'CouponWrite'>) {
  const { percent_off = null, amount_off = null, currency = null, plans = false, plan_periods = 1, affiliate_id = null, affiliate_rate = null } = input;
  const faults = new Faults();
  const code = checkedCode(input.code, faults);
  if (percent_off === null && amount_off === null) faults.add('percent_off', 'required', 'Required unless amount_off is set.');
  if (percent_off !== null && amount_off !== null) faults.add('amount_off', 'not_allowed', 'Not allowed with percent_off.');
  if (amount_off !== null && currency === null) faults.add('currency', 'required', 'Required if amount_off is set.');
  if (amount_off === null && currency !== null) faults.add('currency', 'not_allowed', 'Not allowed without amount_off.');
  if (currency !== null) checkCurrency(currency, faults);
  if (affiliate_id === null && affiliate_rate !== null) faults.add('affiliate_rate', 'not_allowed', 'Not allowed without affiliate_id.');
  checkRate(affiliate_rate, faults, 'affiliate_rate');
  const starts_at = input.starts_at ? (checkedMoment(input.starts_at, faults, 'starts_at') ?? null) : null;
  const expires_at = checkedExpiry(input.expires_at ?? null, clock, faults) ?? null;
  if (starts_at !== null && expires_at !== null && starts_at >= expires_at) faults.add('expires_at', 'before_start', 'Must be after starts_at.');
  if (course_ids && !course_ids.some((id) => id.toLowerCase() === courseId.toLowerCase()))
    faults.add('course_ids', 'course_missing', 'Must include the course in the path.');
  faults.check();
  const { max_uses = null, max_uses_per_person = null } = input;
  const limits = { starts_at, expires_at, max_uses, max_uses_per_person };
  return { code, percent_off, amount_off, currency, ...limits, plan_periods, plans, course_ids, affiliate_id, affiliate_rate };
}

/** Limits the coupon to these courses.
 * @throws ValidationError */
async function limitToCourses(trx: Executor, organisationId: string, couponId: string, courseIds: readonly string[]): Promise<void> {
  await lockNamedCourses(trx, organisationId, courseIds);
  await sql`insert into coupon_courses (organisation_id, coupon_id, course_id)
    select ${organisationId}::uuid, ${couponId}::uuid, unnest(${courseIds}::uuid[])`.execute(trx);
}

/**
 * Deactivates a coupon for all courses to which it applies. Repeating the call changes nothing.
 * @throws NotFoundError
 */
export async function deactivateCoupon(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { courseId, id }: { courseId: string; id: string },
): Promise<void> {
  requireIds(courseId, id);
  const { organisationId } = caller;
  const now = timeOf(clock);
  await inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const { deactivated_at: before } = await couponsOf(trx, organisationId, courseId)
      .where('coupons.id', '=', id)
      .select('deactivated_at')
      .forNoKeyUpdate('coupons')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (before !== null) return;
    await trx.updateTable('coupons').set({ deactivated_at: now }).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    await recordChange(trx, caller, { action: 'coupon.deactivated', objectId: id, before: { deactivated_at: null }, after: { deactivated_at: now } });
  });
}

/** Reads the coupon with this code, and a course whose list contains it: any course if it applies to all. */
async function readWithCode(trx: Executor, organisationId: string, code: string) {
  const { rows } = await sql<{ coupon_id: string; course_id: string | null }>`
    select p.id as coupon_id, (select min(c.course_id::text) from coupon_courses c where c.organisation_id = p.organisation_id and c.coupon_id = p.id) as course_id
    from coupons p where p.organisation_id = ${organisationId} and p.code = ${code} and p.deactivated_at is null`.execute(trx);
  return rows[0];
}

function refuse(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'coupons_affiliate')
    throw new ValidationError([{ field: 'affiliate_id', code: 'unknown', message: 'The organisation has no such affiliate.' }]);
  throw error;
}
