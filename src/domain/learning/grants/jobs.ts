import type { JobRuns } from '../../kernel/jobs.ts';
import { moveCourseEnds } from './course-end.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    move_course_ends: { organisation_id: string; course_id: string };
  }
}

export const grantJobs = { move_course_ends: moveCourseEnds } satisfies JobRuns<'move_course_ends'>;
