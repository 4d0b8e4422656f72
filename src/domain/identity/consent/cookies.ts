import { sql } from 'kysely';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { newId } from '../../kernel/ids.ts';
import type { JobLog } from '../../kernel/jobs.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Retention period of decisions as proof. After it, they are deleted, and the visitor is asked again. */
const KEPT_FOR = '3 years';

/** The browser in which a decision is made, and the user who is signed in there. */
export interface Visitor {
  /** A UUID, or null for a browser that has not been given one. */
  visitorId: string | null;
  userId: string | null;
}

/**
 * Returns the decision that applies, if it was made on the version in force. For a signed-in user, this is their own latest decision in any browser,
 * or else the latest decision made in this browser while nobody was signed in. Without a user, it is the latest decision made in this browser.
 */
export async function getCookieConsent({ db, clock }: Pick<Tools, 'db' | 'clock'>, { visitorId, userId }: Visitor): Promise<Shape<'CookieConsent'>> {
  const { version, decided_at, preferences, analytics, marketing } = await cookiePolicy(db, clock)
    .leftJoinLateral(
      (from) => {
        const newest = from.selectFrom('cookie_consents').selectAll();
        const counting = userId
          ? newest
              .where((eb) => eb.or([eb('user_id', '=', userId), eb.and([eb('visitor_id', '=', visitorId), eb('user_id', 'is', null)])]))
              .orderBy(sql`user_id is null`)
          : newest.where('visitor_id', '=', visitorId);
        return counting.orderBy('id', 'desc').limit(1).as('newest');
      },
      (join) => join.onRef('newest.version', '=', 'policies.version'),
    )
    .select(['newest.preferences', 'newest.analytics', 'newest.marketing', 'newest.created_at as decided_at'])
    .executeTakeFirstOrThrow();
  return {
    policy_version: version,
    is_decided: decided_at !== null,
    preferences: preferences ?? false,
    analytics: analytics ?? false,
    marketing: marketing ?? false,
    decided_at,
  };
}

/** Stores a decision on the version in force. Earlier decisions are kept unchanged. */
export async function giveCookieConsent(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { visitorId, userId }: Visitor & { visitorId: string },
  choice: Shape<'CookieChoice'>,
): Promise<Shape<'CookieConsent'>> {
  const { version, created_at, ...decision } = await db
    .insertInto('cookie_consents')
    .columns(['id', 'visitor_id', 'user_id', 'version', 'preferences', 'analytics', 'marketing', 'created_at'])
    .expression(
      cookiePolicy(db, clock)
        .clearSelect()
        .select([
          sql<string>`${newId()}::uuid`.as('id'),
          sql<string>`${visitorId}::uuid`.as('visitor_id'),
          sql<string | null>`${userId}::uuid`.as('user_id'),
          'version',
          sql<boolean>`${choice.preferences}::boolean`.as('preferences'),
          sql<boolean>`${choice.analytics}::boolean`.as('analytics'),
          sql<boolean>`${choice.marketing}::boolean`.as('marketing'),
          sql<string>`${timeOf(clock)}::timestamptz`.as('created_at'),
        ]),
    )
    .returning(['version', 'preferences', 'analytics', 'marketing', 'created_at'])
    .executeTakeFirstOrThrow();
  return { policy_version: version, is_decided: true, ...decision, decided_at: created_at };
}

/** Deletes the decisions of all visitors that are too old to be kept as proof. */
export const forgetOldCookieConsents = ({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, log?: JobLog): Promise<void> =>
  deleteInBatches(db, 'cookie_consents', sql`created_at <= ${timeOf(clock)}::timestamptz - ${KEPT_FOR}::interval`, { log });

/** Selects the version of the cookie policy in force. */
const cookiePolicy = (db: Executor, clock: Clock) =>
  db
    .selectFrom('policies')
    .select('policies.version')
    .where('policy', '=', 'cookies')
    .where('in_force_from', '<=', sql<string>`${timeOf(clock)}`)
    .orderBy('in_force_from', 'desc')
    .limit(1);
