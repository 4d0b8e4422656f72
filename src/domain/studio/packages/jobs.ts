import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { deleteUnusedPackages } from './unused-packages.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    delete_unused_packages: PlainJob;
  }
}

export const packageJobs = {
  delete_unused_packages: (tools) => deleteUnusedPackages(tools),
} satisfies JobRuns<'delete_unused_packages'>;

export const packageTimetable = { delete_unused_packages: '37 * * * *' } satisfies Timetable;
