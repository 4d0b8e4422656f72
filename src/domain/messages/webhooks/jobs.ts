import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { deliver } from './deliver.ts';
import { forgetOldEvents } from './deliveries.ts';
import { queueDeliveries } from './queue-deliveries.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    deliver_webhook: { organisation_id: string; delivery_id: string };
    mail_webhook_disabled: { user_id: string; organisation_id: string; endpoint_id: string };
    forget_webhook_events: PlainJob;
  }
}

export const webhookJobs = {
  queue_deliveries: queueDeliveries,
  deliver_webhook: deliver,
  forget_webhook_events: (tools) => forgetOldEvents(tools),
} satisfies JobRuns<'queue_deliveries' | 'deliver_webhook' | 'forget_webhook_events'>;

export const webhookTimetable = { forget_webhook_events: '7 4 * * *' } satisfies Timetable;
