import type { Notice } from '../../kernel/events/notify.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { spreadDigests } from './discussion-digests.ts';
import { sendNotice, spreadNotice } from './send-notices.ts';
import { sendWeeklySummaries } from './weekly-summary.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    send_notice: Notice & { user_id: string; channel: 'email' | 'sms' };
    send_weekly_summaries: PlainJob;
    spread_discussion_digests: PlainJob;
  }
}

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    discussion_reply: true;
    weekly_summary: true;
  }
}

export const notificationJobs = {
  spread_notice: spreadNotice,
  send_notice: sendNotice,
  send_weekly_summaries: (tools) => sendWeeklySummaries(tools),
  spread_discussion_digests: (tools) => spreadDigests(tools),
} satisfies JobRuns<'spread_notice' | 'send_notice' | 'send_weekly_summaries' | 'spread_discussion_digests'>;

export const notificationTimetable = { send_weekly_summaries: '2 * * * *', spread_discussion_digests: '0 * * * *' } satisfies Timetable;
