import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addJob, type JobRuns, type Timetable } from '../../kernel/jobs.ts';
import { endLeft, type LeftPurchase } from './end-purchases.ts';
import { settlePlatformReversals } from './reversals.ts';
import { settlePurchase } from './settle.ts';
import type { EndCause, Reversed } from './tell-owners.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    settle_platform_purchase: { organisation_id: string; purchase_id: string };
    settle_platform_purchases: PlainJob;
    /** Adapts the purchases of an organisation to its details as a seller, which have changed. */
    follow_seller_details: { organisation_id: string };
    /** Asks the gateway about refunds and disputes of a payment to the service. */
    settle_platform_reversals: { organisation_id: string; payment_id: string };
    /** Stops all charges of the gateway for a purchase that has ended here. */
    end_platform_subscription: LeftPurchase;
    mail_platform_payment: { organisation_id: string; user_id: string; purchase_id: string; payment_id: string };
    mail_platform_reversal: { organisation_id: string; user_id: string; purchase_id: string; reversal_id: string; fact: Reversed };
    mail_platform_purchase: { organisation_id: string; user_id: string; purchase_id: string; status: 'past_due' | 'unpaid' | 'ended'; cause?: EndCause };
  }
}

const settling = () =>
  addJob('settle_platform_purchase', { organisation_id: sql`organisation_id`, purchase_id: sql`id` }, { key: sql`'settle_platform_purchase ' || id` });

/** Adds a job for each purchase that may have changed, because notifications can be lost, and the operator can change the service's details. */
async function settlePurchases(db: Database, now: number): Promise<void> {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  await sql`select ${settling()} from platform_purchases where status in ('pending', 'active', 'past_due') and checked_at <= ${ago(10)} and (
      status = 'pending' or change_id is not null or tax_change_id is not null or period_end <= ${ago(0)} or grace_until <= ${ago(0)}
      or (status in ('active', 'past_due') and seller_revision < (select revision from platform_seller))
      or (status = 'past_due' and checked_at <= ${ago(60)}) or checked_at <= ${ago(24 * 60)})`.execute(db);
  const reversals = addJob(
    'settle_platform_reversals',
    { organisation_id: sql`organisation_id`, payment_id: sql`id` },
    { key: sql`'settle_platform_reversals ' || id` },
  );
  await sql`select ${reversals} from platform_payments where reversals_asked_at <= ${ago(24 * 60)}`.execute(db);
}

export const platformPurchaseJobs = {
  settle_platform_purchase: async (tools, { organisation_id, purchase_id }) => {
    await settlePurchase(tools, tools.payments, { organisationId: organisation_id, purchaseId: purchase_id });
  },
  settle_platform_reversals: (tools, { organisation_id, payment_id }) =>
    settlePlatformReversals(tools, tools.payments, { organisationId: organisation_id, paymentId: payment_id }),
  settle_platform_purchases: ({ db, clock }) => settlePurchases(db, clock.now()),
  follow_seller_details: async ({ db }, { organisation_id }) => {
    await sql`select ${settling()} from platform_purchases where organisation_id = ${organisation_id} and status in ('active', 'past_due')`.execute(db);
  },
  end_platform_subscription: ({ payments }, left) => endLeft(payments, left),
} satisfies JobRuns<
  'settle_platform_purchase' | 'settle_platform_purchases' | 'settle_platform_reversals' | 'follow_seller_details' | 'end_platform_subscription'
>;

export const platformPurchaseTimetable = { settle_platform_purchases: '*/5 * * * *' } satisfies Timetable;
