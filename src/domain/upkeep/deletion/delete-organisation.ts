import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { endBillingLater } from '../../commerce/closing/end-billing.ts';
import type { Caller, Person } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { releaseJobs } from '../../kernel/held-jobs.ts';
import { addJob, type JobName } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { closeOrganisation, openOrganisation } from '../../organisations/organisations/closing.ts';
import { getTenantConfig } from '../../organisations/organisations/setup.ts';

const GRACE_MS = 30 * 24 * 3600_000;

/**
 * Closes the organisation at once and schedules its erasure in 30 days. Its own and its learners' paid subscriptions end with their periods.
 * @param subdomain the organisation's subdomain, as a confirmation
 * @throws DomainError permission_denied
 * @throws ValidationError for another subdomain
 */
export function deleteOrganisation({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, subdomain: string): Promise<Shape<'OrganisationDeletion'>> {
  const { organisationId, role } = caller;
  if (role !== 'owner') throw new DomainError('permission_denied', 'Only owners may delete the organisation.');
  const dueAt = new Date(clock.now() + GRACE_MS).toISOString();
  return inTransaction(db, async (trx) => {
    await requireConfirmation(trx, organisationId, subdomain);
    const { dueAt: due_at, begins } = await closeOrganisation(trx, caller, { now: timeOf(clock), dueAt });
    if (begins) {
      await endBillingLater(trx, caller);
      await mailOwners(trx, 'mail_organisation_closed', organisationId);
    }
    return { status: 'scheduled', due_at };
  });
}

/** Checks the subdomain. Locks the organisation, so that its subdomain does not change either. */
async function requireConfirmation(trx: Executor, organisationId: string, subdomain: string): Promise<void> {
  const organisation = await trx.selectFrom('organisations').select('subdomain').where('id', '=', organisationId).forNoKeyUpdate().executeTakeFirst();
  if (organisation?.subdomain === subdomain.toLowerCase()) return;
  throw new ValidationError([{ field: 'subdomain', code: 'invalid', message: "This is not the organisation's subdomain." }]);
}

/**
 * Reopens an organisation of the user, and releases everything that has been waiting.
 * @throws NotFoundError if the user owns none with this subdomain, or it is due to be erased
 */
export function restoreOrganisation(
  { db, clock, base }: Pick<Tools, 'db' | 'clock' | 'base'>,
  user: Person,
  subdomain: string,
): Promise<Shape<'TenantConfig'>> {
  return inTransaction(db, async (trx) => {
    const opening = await openOrganisation(trx, user, subdomain.toLowerCase(), timeOf(clock));
    if (!opening) throw new NotFoundError();
    const { organisationId, begins } = opening;
    if (begins) {
      await releaseJobs(trx, organisationId);
      await mailOwners(trx, 'mail_organisation_restored', organisationId);
    }
    return getTenantConfig({ db: trx, base }, organisationId);
  });
}

/** Queues a mail to every owner. */
async function mailOwners(trx: Executor, name: Extract<JobName, 'mail_organisation_closed' | 'mail_organisation_restored'>, id: string): Promise<void> {
  const job = addJob(name, { organisation_id: sql`organisation_id`, user_id: sql`user_id` });
  await sql`select ${job} from memberships where organisation_id = ${id} and role = 'owner'`.execute(trx);
}
