import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { forgetExpiredUploads } from './uploads.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    forget_expired_uploads: PlainJob;
  }
}

export const uploadJobs = {
  forget_expired_uploads: (tools) => forgetExpiredUploads(tools),
} satisfies JobRuns<'forget_expired_uploads'>;

export const uploadTimetable = { forget_expired_uploads: '57 * * * *' } satisfies Timetable;
