import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addJob, type JobRuns, type Timetable } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { reconcileAccount } from './reconcile.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    /** Adds a job for each account that has to be compared with the books. */
    reconcile_accounts: PlainJob;
    reconcile_account: { organisation_id: string; account_id: string };
  }
}

/** Adds a job for each connected account, except those on which nothing was ever sold. */
async function reconcileAccounts({ db, payments }: Pick<Tools<Database>, 'db' | 'payments'>): Promise<void> {
  if (!payments) return;
  const { gateway, livemode } = payments;
  const job = addJob(
    'reconcile_account',
    { organisation_id: sql`organisation_id`, account_id: sql`account_id` },
    { key: sql`'reconcile ' || organisation_id` },
  );
  await sql`select ${job} from gateway_accounts accounts
    where gateway = ${gateway} and livemode = ${livemode} and account_id is not null and disconnected_at is null and exists (
      select from orders where orders.organisation_id = accounts.organisation_id and orders.account_id = accounts.account_id and orders.gateway = ${gateway})`.execute(
    db,
  );
}

export const reconciliationJobs = {
  reconcile_accounts: reconcileAccounts,
  reconcile_account: (tools, { organisation_id, account_id }) => reconcileAccount(tools, organisation_id, account_id),
} satisfies JobRuns<'reconcile_accounts' | 'reconcile_account'>;

/** The jobs run hours after the day has ended, when every notification about it has arrived or was given up. */
export const reconciliationTimetable = { reconcile_accounts: '10 5 * * *' } satisfies Timetable;
