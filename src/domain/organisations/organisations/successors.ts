import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Person } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import type { Role } from '../../kernel/role.ts';
import { changeRole } from './members.ts';

/** Locks the organisations that the user owns, so that changes of their members happen one after another. */
export async function lockOwned(trx: Executor, userId: string): Promise<void> {
  // Plain SQL, because the query concerns one user in all organisations.
  await sql`select organisations.id from organisations join memberships on memberships.organisation_id = organisations.id
    where memberships.user_id = ${userId} and memberships.role = 'owner' order by organisations.id for no key update of organisations`.execute(trx);
}

/**
 * Makes members owners of organisations that the user owns. The organisations and the members' accounts must be locked. A member who is already an owner
 * remains one.
 * @throws ValidationError with fields `successors.<index>.<member>`
 */
export async function appointSuccessors(trx: Executor, who: Person, successors: readonly Shape<'Successor'>[]): Promise<void> {
  if (successors.length === 0) return;
  const roles = await rolesOf(trx, who, successors);
  const faults = new Faults();
  const seen = new Set<string>();
  roles.forEach(({ organisation_id, is_owned, role }, index) => {
    const field = `successors.${index}`;
    if (!is_owned) faults.add(`${field}.organisation_id`, 'unknown', 'You do not own an organisation with this ID.');
    else if (seen.has(organisation_id)) faults.add(`${field}.organisation_id`, 'duplicate', 'This organisation is listed more than once.');
    else if (role === null)
      faults.add(`${field}.user_id`, 'unknown', "The organisation has no other member with this ID, or that member's account is scheduled for deletion.");
    seen.add(organisation_id);
  });
  faults.check();
  for (const { organisation_id, user_id, role } of roles) {
    if (role !== null && role !== 'owner') await changeRole(trx, { ...who, organisationId: organisation_id }, user_id, role, 'owner');
  }
}

interface SuccessorRole {
  organisation_id: string;
  user_id: string;
  /** Whether the user who leaves owns the organisation. */
  is_owned: boolean;
  /** Null if the successor is not another member of the organisation, or is also leaving. */
  role: Role | null;
}

async function rolesOf(trx: Executor, { actorId }: Person, successors: readonly Shape<'Successor'>[]): Promise<SuccessorRole[]> {
  const { rows } = await sql<SuccessorRole>`
    select named.organisation_id, named.user_id, mine.user_id is not null as is_owned, heirs.role
    from unnest(${successors.map(({ organisation_id }) => organisation_id)}::uuid[], ${successors.map(({ user_id }) => user_id)}::uuid[])
      with ordinality named (organisation_id, user_id, number)
    left join memberships mine on mine.organisation_id = named.organisation_id and mine.user_id = ${actorId} and mine.role = 'owner'
    left join (select m.* from memberships m join users on users.id = m.user_id and users.deletion_due_at is null) heirs
      on heirs.organisation_id = named.organisation_id and heirs.user_id = named.user_id and heirs.user_id <> ${actorId}
    order by named.number`.execute(trx);
  return rows;
}
