import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { forgetExpiredInvites } from './manage-invites.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    mail_invite: { organisation_id: string; invite_id: string };
    forget_expired_invites: PlainJob;
  }
}

export const inviteJobs = {
  forget_expired_invites: (tools) => forgetExpiredInvites(tools),
} satisfies JobRuns<'forget_expired_invites'>;

export const inviteTimetable = { forget_expired_invites: '47 * * * *' } satisfies Timetable;
