import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addJob, type JobRuns, type Timetable } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { claimGuestOrders } from './claim-orders.ts';
import { refundDuplicate } from './request-refund.ts';
import { settleReversals } from './settle-reversals.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    settle_open_reversals: PlainJob;
    mail_refund: { organisation_id: string; refund_id: string; state: 'succeeded' | 'failed' };
  }
}

/** Adds a job for each order with a pending refund that was not checked for ten minutes, or with an open dispute that was not checked for a day. */
async function settleOpenReversals(db: Database, now: number): Promise<void> {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const job = addJob('settle_reversals', { organisation_id: sql`organisation_id`, order_id: sql`id` }, { key: sql`'settle_reversals ' || id` });
  await sql`select ${job} from orders where (refund_state in ('pending', 'requires_action') or dispute_state = 'open')
    and checked_at <= case when refund_state in ('pending', 'requires_action') then ${ago(10)} else ${ago(24 * 60)} end::timestamptz`.execute(db);
}

async function settle(tools: Pick<Tools<Database>, 'db' | 'clock' | 'payments'>, payload: { organisation_id: string; order_id: string }): Promise<void> {
  if (tools.payments) await settleReversals(tools, tools.payments, { organisationId: payload.organisation_id, orderId: payload.order_id });
}

export const reversalJobs = {
  settle_reversals: settle,
  claim_guest_orders: (tools, { user_id }) => claimGuestOrders(tools, user_id),
  settle_open_reversals: ({ db, clock }) => settleOpenReversals(db, clock.now()),
  refund_duplicate: async (tools, payload) => {
    await refundDuplicate(tools, { organisationId: payload.organisation_id, orderId: payload.order_id });
    await settle(tools, payload);
  },
} satisfies JobRuns<'settle_reversals' | 'claim_guest_orders' | 'settle_open_reversals' | 'refund_duplicate'>;

export const reversalTimetable = { settle_open_reversals: '*/5 * * * *' } satisfies Timetable;
