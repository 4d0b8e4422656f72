import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import { person } from '../../kernel/person.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../organisations/lock.ts';
import { LEARNER_LIFETIME } from './invite-learners.ts';
import { isAlive, mayInvite, role, selectInvites } from './select-invites.ts';

const LIFETIME = '7 days';

const pending = (db: Executor, organisationId: string) =>
  selectInvites(db, organisationId).innerJoin('users', 'users.id', 'invited_by').where('accepted_by', 'is', null);

const INVITE = [
  'member_invites.id',
  'member_invites.email',
  role.as('role'),
  person.as('invited_by'),
  sql<string>`member_invites.created_at`.as('created_at'),
  sql<string | null>`member_invites.mailed_at`.as('mailed_at'),
  'expires_at',
  sql<Shape<'InvitePlace'>[]>`(select coalesce(json_agg(json_build_object('course_id', c.id, 'course_title', c.title,
      'import_id', p.import_id, 'number', p.number, 'cohort_id', p.cohort_id) order by c.id), '[]')
    from member_invite_places p join courses c on c.organisation_id = p.organisation_id and c.id = p.course_id
    where p.organisation_id = member_invites.organisation_id and p.invite_id = member_invites.id)`.as('places'),
] as const;

/** Lists the invitations that can be accepted, the newest first. */
export async function listInvites({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, paging: Paging): Promise<Page<Shape<'MemberInvite'>>> {
  const matching = pending(db, organisationId);
  const [count, results] = await Promise.all([
    countRows(matching),
    matching.select(INVITE).orderBy('member_invites.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/**
 * Invites the owner of an address, and sends a mail. An invitation to the same address is renewed instead; `isNew` tells which of the two happened.
 * @throws DomainError permission_denied, already_member
 */
export function inviteMember(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  { email, role: to }: Shape<'MemberInviteWrite'>,
): Promise<{ isNew: boolean; invite: Shape<'MemberInvite'> }> {
  const { organisationId, actorId } = caller;
  if (!mayInvite(caller.role, to)) throw new DomainError('permission_denied', 'Only owners may invite staff.');
  const key = emailKey(email);
  return inTransaction(db, async (trx) => {
    await lockOrganisation(trx, organisationId);
    const ofAddress = { organisation_id: organisationId, email_key: key };
    const earlier = await trx
      .selectFrom('member_invites')
      .select([
        'id',
        role.as('role'),
        sql<boolean>`exists (select from member_invite_places p
        where p.organisation_id = member_invites.organisation_id and p.invite_id = member_invites.id)`.as('has_places'),
      ])
      .where((eb) => eb.and(ofAddress))
      .where('accepted_by', 'is', null)
      .where(isAlive)
      .forUpdate()
      .executeTakeFirst();
    if (earlier && !mayInvite(caller.role, earlier.role)) throw new DomainError('permission_denied', 'Only owners may change invitations of staff.');
    await requireInvitable(trx, organisationId, key);
    const lifetime = earlier?.has_places ? LEARNER_LIFETIME : LIFETIME;
    const terms = { email, role: to, invited_by: actorId, mailed_at: sql<string>`now()`, expires_at: sql<string>`now() + ${lifetime}::interval` };
    const id = earlier?.id ?? newId();
    // What is left of an earlier invitation, which was accepted or has expired, gives way to a new one with another link.
    await trx
      .deleteFrom('member_invites')
      .where((eb) => eb.and(ofAddress))
      .where('id', '<>', id)
      .execute();
    await trx
      .insertInto('member_invites')
      .values({ ...ofAddress, id, ...terms })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doUpdateSet(terms))
      .execute();
    await recordChange(trx, caller, {
      action: earlier ? 'member_invite.renewed' : 'member_invite.created',
      objectId: id,
      before: earlier ? { role: earlier.role } : null,
      after: { role: to },
    });
    // A mail that still waits is replaced, so that many requests at once send one.
    await enqueue(trx, 'mail_invite', { organisation_id: organisationId, invite_id: id }, { key: `invite:${id}` });
    // Without a role that may invite, which the sender may have lost meanwhile, an invitation does not count.
    const invite = await pending(trx, organisationId)
      .where('member_invites.id', '=', id)
      .select(INVITE)
      .executeTakeFirstOrThrow(() => new DomainError('permission_denied', 'Your role in the organisation has changed.'));
    return { isNew: earlier === undefined, invite };
  });
}

/** Invitations are mails to strangers: nobody sends them whose own address is unknown.
 * @throws DomainError permission_denied */
export async function requireVerified(trx: Executor, organisationId: string): Promise<void> {
  const verified = await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).where('verified_at', 'is not', null).executeTakeFirst();
  if (!verified) throw new DomainError('permission_denied', 'The creator of the organisation must verify their email address first.');
}

/** What is answered says nothing about accounts elsewhere. */
async function requireInvitable(trx: Executor, organisationId: string, key: string): Promise<void> {
  await requireVerified(trx, organisationId);
  const { is_member } = await trx
    .selectFrom('organisations')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('memberships')
            .innerJoin('users', 'users.id', 'memberships.user_id')
            .select('users.id')
            .where('memberships.organisation_id', '=', organisationId)
            .where('users.email_key', '=', key)
            // An address that nobody has verified proves nothing about a learner.
            .where(sql<boolean>`(users.email_verified_at is not null or memberships.role <> 'learner')`),
        )
        .as('is_member'),
    )
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  if (is_member) throw new DomainError('already_member', 'The address belongs to a member of the organisation.');
}

/**
 * Withdraws an invitation, so that its link stops working.
 * @throws NotFoundError also if it was accepted or has expired
 * @throws DomainError permission_denied
 */
export async function withdrawInvite({ db }: Pick<Tools, 'db'>, caller: Caller, id: string): Promise<void> {
  requireIds(id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    const invite = await pending(trx, organisationId)
      .where('member_invites.id', '=', id)
      .select(role.as('role'))
      .forUpdate('member_invites')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (!mayInvite(caller.role, invite.role)) throw new DomainError('permission_denied', 'Only owners may withdraw invitations of staff.');
    await trx.deleteFrom('member_invites').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    await recordChange(trx, caller, { action: 'member_invite.withdrawn', objectId: id, before: { role: invite.role }, after: null });
  });
}

export const forgetExpiredInvites = ({ db }: Pick<Tools<Database>, 'db'>): Promise<void> =>
  deleteInBatches(db, 'member_invites', sql`expires_at <= now() and mailed_at is not null`, { isRecorded: true });
