import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addJob, type JobRuns, type Timetable } from '../../kernel/jobs.ts';
import { forgetGuests } from './forget-guests.ts';
import { forgetForms } from './guest-forms.ts';
import { forgetNotifications, handleNotification } from './notifications.ts';
import { settleOrder } from './settle.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    settle_order: { organisation_id: string; order_id: string };
    settle_open_orders: PlainJob;
    handle_notification: { gateway: 'stripe' | 'sandbox'; id: string };
    forget_notifications: PlainJob;
    forget_guests: PlainJob;
    /** Has requested refunds made, and reads the refunds and disputes of the order. */
    settle_reversals: { organisation_id: string; order_id: string };
    /** Refunds an order for a course to which the buyer already had access. */
    refund_duplicate: { organisation_id: string; order_id: string };
    mail_order: { organisation_id: string; order_id: string; state: 'paid' | 'processing' | 'failed' };
  }
}

/** Adds a job for each order whose payment was not checked for a while, because notifications can be lost. */
async function settleOpenOrders(db: Database, now: number): Promise<void> {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const job = addJob('settle_order', { organisation_id: sql`organisation_id`, order_id: sql`id` }, { key: sql`'settle_order ' || id` });
  await sql`select ${job} from orders where (state = 'pending' and checked_at <= ${ago(10)}) or (state = 'processing' and checked_at <= ${ago(24 * 60)})
    or (state = 'pending' and expires_at <= ${ago(0)})`.execute(db);
}

export const orderJobs = {
  settle_order: async (tools, { organisation_id, order_id }) => {
    await settleOrder(tools, tools.payments, { organisationId: organisation_id, orderId: order_id });
  },
  settle_open_orders: ({ db, clock }) => settleOpenOrders(db, clock.now()),
  handle_notification: handleNotification,
  forget_notifications: ({ db }, _payload, { log }) => forgetNotifications(db, log),
  forget_guests: async (tools) => {
    await forgetGuests(tools);
    await forgetForms(tools);
  },
} satisfies JobRuns<'settle_order' | 'settle_open_orders' | 'handle_notification' | 'forget_notifications' | 'forget_guests'>;

export const orderTimetable = { settle_open_orders: '*/5 * * * *', forget_notifications: '20 3 * * *', forget_guests: '25 3 * * *' } satisfies Timetable;
