import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Actor } from '../../kernel/caller.ts';
import { grantSpots, type Spot } from './place.ts';
import { settleEnrollments } from './settle.ts';

/** Gives subscribers access to courses, each by their subscription, until it ends. */
export async function grantSubscribed(trx: Executor, actor: Actor, spots: readonly Required<Spot>[], now: string): Promise<void> {
  await grantSpots(trx, actor, { spots, grant: { source: 'subscription', endsAt: null, followsCourseEnd: false } }, now);
}

/** The end of the access that a subscription gives to a course; null means when the subscription ends. */
export interface SubscribedEnd {
  enrollmentId: string;
  subscriptionId: string;
  endsAt: string | null;
}

/** Sets until when subscriptions give access to courses. */
export async function setSubscribedEnds(trx: Executor, organisationId: string, ends: readonly SubscribedEnd[], now: string): Promise<void> {
  if (ends.length === 0) return;
  await sql`update enrollment_grants g set ends_at = given.ends_at
    from unnest(${ends.map(({ enrollmentId }) => enrollmentId)}::uuid[], ${ends.map(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${ends.map(({ endsAt }) => endsAt)}::timestamptz[]) given (enrollment_id, source_id, ends_at)
    where g.organisation_id = ${organisationId} and g.enrollment_id = given.enrollment_id and g.source_id = given.source_id and g.revoked_at is null`.execute(
    trx,
  );
  await settleEnrollments(
    trx,
    organisationId,
    ends.map(({ enrollmentId }) => enrollmentId),
    now,
  );
}
