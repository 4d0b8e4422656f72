import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { eraseDueOrganisations } from './erase-organisations.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    erase_organisations: PlainJob;
    mail_organisation_closed: { organisation_id: string; user_id: string };
    mail_organisation_restored: { organisation_id: string; user_id: string };
    /** Tells a former owner that the organisation has been erased. Only its name is left. */
    mail_organisation_erased: { user_id: string; name: string };
  }
}

export const deletionJobs = {
  erase_organisations: (tools, _payload, { log }) => eraseDueOrganisations(tools, log),
} satisfies JobRuns<'erase_organisations'>;

export const deletionTimetable = { erase_organisations: '52 * * * *' } satisfies Timetable;
