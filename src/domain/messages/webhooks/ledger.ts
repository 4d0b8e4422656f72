import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { SMALL_BATCH } from '../../kernel/retention/batches.ts';
import { forgetPartitions, type Ledger } from '../../kernel/retention/partitions.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Events, deliveries and attempts. The ID of a delivery begins with the time of its event, so that all three are in partitions of the same week. */
export const WEBHOOK_LEDGER: Ledger = {
  tables: [
    { name: 'webhook_events', key: 'id' },
    { name: 'webhook_deliveries', key: 'id' },
    { name: 'webhook_attempts', key: 'delivery_id' },
  ],
  by: 'id',
  period: 'week',
  batch: SMALL_BATCH,
  held: { table: 'webhook_deliveries', reference: 'event_id', where: sql`status = 'pending'` },
};

/** Removes the events of all organisations that have exceeded the operator's retention period, together with their deliveries, once no delivery is pending. */
export const forgetOldEvents = (tools: Pick<Tools<Database>, 'db' | 'clock' | 'retention'>): Promise<void> =>
  forgetPartitions(tools, WEBHOOK_LEDGER, tools.retention.webhookEventDays);
