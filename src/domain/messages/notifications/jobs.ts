import type { Notice } from '../../kernel/events/notify.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { sendNotice, spreadNotice } from './send-notices.ts';
import { sendWeeklySummaries } from './weekly-summary.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    send_notice: Notice & { user_id: string; channel: 'email' | 'sms' };
    send_weekly_summaries: PlainJob;
  }
}

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    weekly_summary: true;
  }
}

export const notificationJobs = {
  spread_notice: spreadNotice,
  send_notice: sendNotice,
  send_weekly_summaries: (tools) => sendWeeklySummaries(tools),
} satisfies JobRuns<'spread_notice' | 'send_notice' | 'send_weekly_summaries'>;

export const notificationTimetable = { send_weekly_summaries: '2 * * * *' } satisfies Timetable;
