import type { FollowUp } from '../../kernel/events/publish-event.ts';
import type { JobRuns } from '../../kernel/jobs.ts';
import { completePassed } from './posting.ts';
import { regradeAttempts } from './regrade.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    complete_passed: { organisation_id: string; lesson_id: string };
    /** The jobs in `then` run once all attempts have been rescored. */
    regrade_attempts: { organisation_id: string; lesson_id: string; regrade_id: string; then: readonly FollowUp[] };
  }
}

export const gradingJobs = {
  complete_passed: (tools, { organisation_id, lesson_id }) => completePassed(tools, { organisationId: organisation_id, lessonId: lesson_id }),
  regrade_attempts: (tools, { organisation_id, lesson_id, regrade_id, then }) =>
    regradeAttempts(tools, { organisationId: organisation_id, lessonId: lesson_id, regradeId: regrade_id }, then),
} satisfies JobRuns<'complete_passed' | 'regrade_attempts'>;
