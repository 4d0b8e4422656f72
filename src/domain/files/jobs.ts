import type { JobRuns } from '../kernel/jobs.ts';

declare module '../kernel/jobs.ts' {
  interface Jobs {
    delete_stored: { key: string };
  }
}

export const fileJobs = {
  delete_stored: ({ storage }, { key }) => storage.delete(key),
} satisfies JobRuns<'delete_stored'>;
