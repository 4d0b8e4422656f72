import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

/**
 * Whether an invitation belongs to the user. An unverified address does not prove that the invitations to it do; invitations to claim the account always do.
 */
const isInvited = sql`(invite.email_key = users.email_key and users.email_verified_at is not null) or invite.claims_user_id = users.id`;

export const inviteData: readonly PersonalData[] = [
  {
    tables: ['member_invites', 'member_invite_places'],
    exported: {
      name: 'invitations',
      about: 'Invitations to organisations that were sent to your email address, that are to claim your account, or that you accepted.',
      rows: (userId) => sql`select invite.organisation_id, invite.role, invite.created_at, invite.expires_at, invite.accepted_by is not null as is_accepted,
          (select coalesce(json_agg(json_build_object('course_id', p.course_id, 'student_number', p.number, 'cohort_id', p.cohort_id)), '[]')
            from member_invite_places p where p.organisation_id = invite.organisation_id and p.invite_id = invite.id) as places
        from member_invites invite join users on users.id = ${userId} where invite.accepted_by = users.id or (${isInvited})
        order by invite.created_at, invite.id`,
    },
    erase: (userIds) => sql`delete from member_invites invite using users where users.id = any(${userIds}::uuid[])
      and (invite.accepted_by = users.id or invite.invited_by = users.id or (${isInvited}))`,
  },
  {
    // The times at which the last hour's mails were sent.
    tables: ['invite_mails'],
    erase: (userIds) => sql`delete from invite_mails mails using users
      where users.id = any(${userIds}::uuid[]) and mails.email_key = users.email_key and users.email_verified_at is not null`,
  },
];
