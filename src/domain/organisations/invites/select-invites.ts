import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Role } from '../../kernel/role.ts';
import { isOpen } from '../organisations/closing.ts';

/** Whether a member with this role may invite others to another role, and withdraw such invitations. */
export const mayInvite = (role: Role | null, to: Role): boolean => role === 'owner' || (role === 'creator' && to === 'learner');

/** Whether an invitation has not expired. An invitation whose mail is waiting cannot expire. */
export const isAlive = sql<boolean>`(member_invites.expires_at > now() or member_invites.mailed_at is null)`;

/** Selects the unexpired invitations of an organisation, which must be open, whose sender may still invite to their role. */
export const selectInvites = (db: Executor, organisationId: string) =>
  db
    .selectFrom('member_invites')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.organisation_id', '=', 'member_invites.organisation_id').onRef('memberships.user_id', '=', 'member_invites.invited_by'),
    )
    .where('member_invites.organisation_id', '=', organisationId)
    .where(isOpen(sql`member_invites.organisation_id`))
    .where(isAlive)
    .where(sql<boolean>`(memberships.role = 'owner' or (memberships.role = 'creator' and member_invites.role = 'learner'))`);

/** Returns the keys of the addresses that are invited to become staff. */
export async function invitedStaff(db: Executor, organisationId: string): Promise<Set<string>> {
  const invited = await db
    .selectFrom('member_invites')
    .select('email_key')
    .where('organisation_id', '=', organisationId)
    .where('role', '<>', 'learner')
    .where('accepted_by', 'is', null)
    .where(isAlive)
    .execute();
  return new Set(invited.map(({ email_key }) => email_key));
}

/** Selects a column of the user whose account an invitation is to claim, or null for other invitations. */
export const claimed = <Value>(column: RawBuilder<unknown>) => sql<Value | null>`(select ${column} from users where users.id = member_invites.claims_user_id)`;

/** Returns the audit log's data about the account that an invitation is to claim. */
export const claimOf = ({ claims_user_id }: { claims_user_id: string | null }): { claims_user_id?: string } =>
  claims_user_id === null ? {} : { claims_user_id };

export const role = sql<Role>`member_invites.role`;
