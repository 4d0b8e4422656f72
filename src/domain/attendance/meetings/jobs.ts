import type { JobRuns } from '../../kernel/jobs.ts';
import { moveMeetings } from './meeting-times.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    move_meetings: { organisation_id: string; course_id: string };
  }
}

export const meetingJobs = { move_meetings: moveMeetings } satisfies JobRuns<'move_meetings'>;
