import { systemActor } from '../../kernel/caller.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { awardAttendance } from './award-attendance.ts';
import { awardRaised } from './award-raised.ts';
import { runBackfill } from './backfill.ts';
import { expireCertificates } from './expire.ts';
import { issueCertificate } from './issue.ts';
import { revokeWithEnrollment } from './revoke.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    issue_certificate: { organisation_id: string; enrollment_id: string };
    revoke_certificates: { organisation_id: string; enrollment_id: string };
    backfill_certificates: { organisation_id: string; backfill_id: string };
    award_attendance: PlainJob;
    award_raised: PlainJob;
    expire_certificates: PlainJob;
  }
}

export const certificateJobs = {
  issue_certificate: (tools, { organisation_id, enrollment_id }) =>
    issueCertificate(tools, { organisationId: organisation_id, enrollmentId: enrollment_id }, systemActor(organisation_id)),
  revoke_certificates: revokeWithEnrollment,
  backfill_certificates: runBackfill,
  award_attendance: (tools) => awardAttendance(tools),
  award_raised: (tools) => awardRaised(tools),
  expire_certificates: (tools) => expireCertificates(tools),
} satisfies JobRuns<'issue_certificate' | 'revoke_certificates' | 'backfill_certificates' | 'award_attendance' | 'award_raised' | 'expire_certificates'>;

export const certificateTimetable = { award_attendance: '*/10 * * * *', award_raised: '*/10 * * * *', expire_certificates: '*/10 * * * *' } satisfies Timetable;
