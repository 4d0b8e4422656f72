import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { checkDueDomains } from './check-domain.ts';
import { checkDueMailDomains } from './check-mail-domain.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    check_domains: PlainJob;
    check_mail_domains: PlainJob;
  }
}

export const organisationJobs = {
  check_domains: (tools) => checkDueDomains(tools),
  check_mail_domains: (tools) => checkDueMailDomains(tools),
} satisfies JobRuns<'check_domains' | 'check_mail_domains'>;

export const organisationTimetable = { check_domains: '37 * * * *', check_mail_domains: '41 * * * *' } satisfies Timetable;
