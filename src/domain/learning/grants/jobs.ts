import type { JobRuns } from '../../kernel/jobs.ts';
import { moveCourseEnds } from './course-end.ts';
import { reportEndedAccess } from './end.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    move_course_ends: { organisation_id: string; course_id: string };
    report_ended_access: { organisation_id: string; enrollment_id: string };
  }
}

export const grantJobs = { move_course_ends: moveCourseEnds, report_ended_access: reportEndedAccess } satisfies JobRuns<
  'move_course_ends' | 'report_ended_access'
>;
