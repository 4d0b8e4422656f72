import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { mailInvitesOf, mailWaitingInvites } from './mail-invites.ts';
import { forgetExpiredInvites } from './manage-invites.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    mail_invite: { organisation_id: string; invite_id: string };
    /** Queues the mails of invitations that imports have made. */
    send_invites: { organisation_id: string };
    send_waiting_invites: PlainJob;
    forget_expired_invites: PlainJob;
    /** Gives the places of an accepted invitation to the person who accepted it. */
    take_places: { organisation_id: string; invite_id: string; user_id: string };
  }
}

export const inviteJobs = {
  send_invites: (tools, { organisation_id }) => mailInvitesOf(tools, organisation_id),
  send_waiting_invites: (tools) => mailWaitingInvites(tools),
  forget_expired_invites: (tools) => forgetExpiredInvites(tools),
} satisfies JobRuns<'send_invites' | 'send_waiting_invites' | 'forget_expired_invites'>;

export const inviteTimetable = { send_waiting_invites: '7 * * * *', forget_expired_invites: '47 * * * *' } satisfies Timetable;
