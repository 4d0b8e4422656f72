import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { addPartitions } from '../../kernel/retention/partitions.ts';
import { deliver } from './deliver.ts';
import { forgetOldEvents, WEBHOOK_LEDGER } from './ledger.ts';
import { queueDeliveries } from './queue-deliveries.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    deliver_webhook: { organisation_id: string; delivery_id: string };
    mail_webhook_disabled: { user_id: string; organisation_id: string; endpoint_id: string };
    add_webhook_partitions: PlainJob;
    forget_webhook_events: PlainJob;
  }
}

export const webhookJobs = {
  queue_deliveries: queueDeliveries,
  deliver_webhook: deliver,
  add_webhook_partitions: (tools) => addPartitions(tools, WEBHOOK_LEDGER),
  forget_webhook_events: (tools) => forgetOldEvents(tools),
} satisfies JobRuns<'queue_deliveries' | 'deliver_webhook' | 'add_webhook_partitions' | 'forget_webhook_events'>;

export const webhookTimetable = { add_webhook_partitions: '27 3 * * *', forget_webhook_events: '7 4 * * *' } satisfies Timetable;
