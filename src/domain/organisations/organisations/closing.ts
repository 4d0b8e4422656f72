import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller, Person } from '../../kernel/caller.ts';

/** Whether an organisation exists and is not closed, as an SQL condition. */
export const isOpen = (organisationId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from organisations as opened where opened.id = ${organisationId} and opened.closed_at is null)`;

interface Closing {
  /** RFC 3339 */
  dueAt: string;
  /** Whether the organisation was open before. */
  begins: boolean;
}

/** Closes the organisation, so that it no longer serves anybody. An organisation that is already closed keeps its time of erasure. */
export async function closeOrganisation(trx: Executor, caller: Caller, { now, dueAt }: { now: string; dueAt: string }): Promise<Closing> {
  const { organisationId } = caller;
  const closed = await trx
    .updateTable('organisations')
    .set({ closed_at: now, erasure_due_at: dueAt })
    .where('id', '=', organisationId)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (closed) {
    const change = { action: 'organisation.deletion_scheduled', objectId: organisationId, before: null, after: { erasure_due_at: dueAt } } as const;
    await recordChange(trx, caller, change);
    return { dueAt, begins: true };
  }
  const { erasure_due_at } = await trx.selectFrom('organisations').select('erasure_due_at').where('id', '=', organisationId).executeTakeFirstOrThrow();
  return { dueAt: erasure_due_at ?? dueAt, begins: false };
}

interface Opening {
  organisationId: string;
  /** Whether the organisation was closed before. */
  begins: boolean;
}

/** Reopens an organisation of the user. Returns null if they own none with this subdomain, or it is due to be erased. */
export async function openOrganisation(trx: Executor, user: Person, subdomain: string, now: string): Promise<Opening | null> {
  const found = await trx
    .selectFrom('organisations')
    .innerJoin('memberships', 'memberships.organisation_id', 'organisations.id')
    .select(['organisations.id', 'organisations.closed_at', 'organisations.erasure_due_at'])
    .where('organisations.subdomain', '=', subdomain)
    .where('memberships.user_id', '=', user.actorId)
    .where('memberships.role', '=', 'owner')
    .forNoKeyUpdate('organisations')
    .executeTakeFirst();
  if (!found || (found.erasure_due_at !== null && found.erasure_due_at <= now)) return null;
  const { id: organisationId, closed_at, erasure_due_at } = found;
  if (closed_at === null) return { organisationId, begins: false };
  await trx.updateTable('organisations').set({ closed_at: null, erasure_due_at: null }).where('id', '=', organisationId).execute();
  const change = { action: 'organisation.restored', objectId: organisationId, before: { erasure_due_at }, after: null } as const;
  await recordChange(trx, { ...user, organisationId }, change);
  return { organisationId, begins: true };
}
