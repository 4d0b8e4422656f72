import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

/** Whose address is not verified has not proved that the invitations to it are theirs. */
const isInvited = sql`invite.email_key = users.email_key and users.email_verified_at is not null`;

export const inviteData: readonly PersonalData[] = [
  {
    tables: ['member_invites'],
    exported: {
      name: 'invitations',
      about: 'Invitations to organisations that were sent to your email address or that you accepted.',
      rows: (userId) => sql`select invite.organisation_id, invite.role, invite.created_at, invite.expires_at, invite.accepted_by is not null as is_accepted
        from member_invites invite join users on users.id = ${userId} where invite.accepted_by = users.id or (${isInvited})
        order by invite.created_at, invite.id`,
    },
    erase: (userIds) => sql`delete from member_invites invite using users where users.id = any(${userIds}::uuid[])
      and (invite.accepted_by = users.id or invite.invited_by = users.id or (${isInvited}))`,
  },
];
