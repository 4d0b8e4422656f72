import type { JobRuns } from '../../kernel/jobs.ts';
import { completePassed } from './posting.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    complete_passed: { organisation_id: string; lesson_id: string };
  }
}

export const gradingJobs = {
  complete_passed: (tools, { organisation_id, lesson_id }) => completePassed(tools, { organisationId: organisation_id, lessonId: lesson_id }),
} satisfies JobRuns<'complete_passed'>;
