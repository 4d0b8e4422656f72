import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller, Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseAccess } from '../../learning/access/course-access.ts';
import { lockCourse } from '../../studio/courses/require-course.ts';

type Policy = Shape<'RefundPolicy'>;

const DAY_MS = 24 * 3600_000;

/** The policy of courses for which staff have set none: only staff can refund. */
const DEFAULT: Policy = { is_enabled: false, window_days: 14, max_progress_percent: null, after_certificate: false };

/** Returns the policy of a course as it is now. An order keeps it from the start of its checkout. */
export async function readRefundPolicy(db: Executor, organisationId: string, courseId: string): Promise<Policy> {
  const row = await db
    .selectFrom('refund_policies')
    .select(sql<Policy>`policy`.as('policy'))
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .executeTakeFirst();
  return keptPolicy(row?.policy);
}

/** Returns the stored policy of an order or a course, with defaults for whatever was not set. */
export const keptPolicy = (kept: unknown): Policy => ({ ...DEFAULT, ...(kept as Partial<Policy> | null | undefined) });

/**
 * Returns the refund policy of a course that the viewer sees.
 * @param key ID or slug of the course
 * @throws NotFoundError
 */
export async function getRefundPolicy({ db, clock }: Pick<Tools, 'db' | 'clock'>, viewer: Viewer, key: string): Promise<Policy> {
  const { courseId } = await courseAccess(db, viewer, key, timeOf(clock));
  return readRefundPolicy(db, viewer.organisationId, courseId);
}

/** Replaces the refund policy of a course, for orders that begin from now on.
 * @throws NotFoundError */
export function replaceRefundPolicy(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  input: Shape<'RefundPolicyWrite'>,
): Promise<Policy> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, courseId);
    const before = await readRefundPolicy(trx, organisationId, courseId);
    const after: Policy = { ...DEFAULT, ...input };
    const row = { policy: JSON.stringify(after), updated_at: timeOf(clock) };
    await trx
      .insertInto('refund_policies')
      .values({ organisation_id: organisationId, course_id: courseId, ...row })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doUpdateSet(row))
      .execute();
    await recordChange(trx, caller, { action: 'course.refund_policy_changed', objectId: courseId, before: { ...before }, after: { ...after } });
    return after;
  });
}

/** The use that a learner has made of a purchase. */
export interface Consumption {
  /** When the purchase was paid or the buyer got it, whichever was later, RFC 3339. */
  since: string;
  progressPercent: number;
  hasCertificate: boolean;
}

export type RefundObstacle = 'not_offered' | 'window_over' | 'too_much_progress' | 'certificate_issued';

/**
 * Returns until when a learner can get a refund (RFC 3339, exclusive), and why they cannot now, if so. Staff are not bound by the policy.
 * @param policy the policy that the order keeps
 */
export function judgeRefund(
  policy: Policy,
  { since, progressPercent, hasCertificate }: Consumption,
  now: string,
): { until: string | null; obstacle: RefundObstacle | null } {
  if (!policy.is_enabled) return { until: null, obstacle: 'not_offered' };
  const until = new Date(Date.parse(since) + policy.window_days * DAY_MS).toISOString();
  return { until, obstacle: obstacleOf() };

  function obstacleOf(): RefundObstacle | null {
    if (now >= until) return 'window_over';
    if (hasCertificate && !policy.after_certificate) return 'certificate_issued';
    return policy.max_progress_percent !== null && progressPercent > policy.max_progress_percent ? 'too_much_progress' : null;
  }
}
