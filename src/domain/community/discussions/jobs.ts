import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { collectNotices, forgetNotices } from './notices.ts';
import { tidyTopic } from './tidy.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    collect_discussion_notices: { organisation_id: string; post_id: string; mentioned_ids?: string[] };
    forget_discussion_notices: PlainJob;
    tidy_discussion_topic: { organisation_id: string; topic_id: string };
  }
}

export const discussionJobs = {
  collect_discussion_notices: (tools, payload) => collectNotices(tools, payload),
  forget_discussion_notices: (tools) => forgetNotices(tools),
  tidy_discussion_topic: (tools, payload) => tidyTopic(tools, payload),
} satisfies JobRuns<'collect_discussion_notices' | 'forget_discussion_notices' | 'tidy_discussion_topic'>;

export const discussionTimetable = { forget_discussion_notices: '26 4 * * *' } satisfies Timetable;
