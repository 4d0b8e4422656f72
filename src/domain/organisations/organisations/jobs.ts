import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { checkDueDomains } from './check-domain.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    check_domains: PlainJob;
  }
}

export const organisationJobs = {
  check_domains: (tools) => checkDueDomains(tools),
} satisfies JobRuns<'check_domains'>;

export const organisationTimetable = { check_domains: '37 * * * *' } satisfies Timetable;
