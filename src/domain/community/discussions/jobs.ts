import type { JobRuns } from '../../kernel/jobs.ts';
import { tidyTopic } from './tidy.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    tidy_discussion_topic: { organisation_id: string; topic_id: string };
  }
}

export const discussionJobs = {
  tidy_discussion_topic: (tools, payload) => tidyTopic(tools, payload),
} satisfies JobRuns<'tidy_discussion_topic'>;
