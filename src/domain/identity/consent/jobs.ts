import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { forgetOldCookieConsents } from './cookies.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    forget_cookie_consents: PlainJob;
  }
}

export const consentJobs = {
  forget_cookie_consents: (tools, _payload, { log }) => forgetOldCookieConsents(tools, log),
} satisfies JobRuns<'forget_cookie_consents'>;

export const consentTimetable = { forget_cookie_consents: '37 3 * * *' } satisfies Timetable;
