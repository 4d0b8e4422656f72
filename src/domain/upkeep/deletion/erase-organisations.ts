import { sql } from 'kysely';
import { NIL } from 'uuid';
import type { DB } from '../../../../generated/database.ts';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { keepInvoices } from '../../commerce/invoices/keep.ts';
import { endPurchases } from '../../commerce/platform-purchases/end-purchases.ts';
import { Failures } from '../../kernel/failures.ts';
import { dropJobs } from '../../kernel/held-jobs.ts';
import { addJob, type JobLog } from '../../kernel/jobs.ts';
import { deleteInBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { deleteEnrollmentsOf } from '../../learning/enrollments/delete-enrollments.ts';
import { deleteOrganisations } from '../../organisations/organisations/delete-organisations.ts';
import { tablesOfOrganisations } from './tables.ts';

const BATCH = 100;

/** Tables whose rows have a file that no trigger deletes with them, each with the column that contains the file's key. */
const FILES: Readonly<Partial<Record<keyof DB, string>>> = { storage_objects: 'storage_key', certificate_logos: 'storage_key' };

/**
 * Erases the closed organisations whose grace period is over. One that cannot be erased does not block the others. The next run continues an interrupted one.
 * @throws AggregateError if some could not be erased, after all others were erased
 */
export async function eraseDueOrganisations({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, log: JobLog): Promise<void> {
  const now = timeOf(clock);
  const failures = new Failures();
  for (let after = { erasure_due_at: '-infinity', id: NIL as string }; ; ) {
    const due = await db
      .selectFrom('organisations')
      .select(['id', sql<string>`erasure_due_at`.as('erasure_due_at')])
      .where('erasure_due_at', '<=', now)
      .where(sql<boolean>`(erasure_due_at, id) > (${after.erasure_due_at}::timestamptz, ${after.id}::uuid)`)
      .orderBy('erasure_due_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id } of due) {
      await failures.note(id, async () => {
        await eraseOrganisation(db, id, now);
        log.info({ organisation: id }, 'erased an organisation');
      });
    }
    const last = due.at(-1);
    if (!last || due.length < BATCH) break;
    after = last;
  }
  failures.check('organisations could not be erased');
}

/**
 * Deletes the rows of the organisation table by table and in batches, so that transactions do not grow with the organisation, and finally the organisation
 * itself with the rest. At this point nobody can restore it. Its files are deleted by jobs that are added when the rows that refer to them are deleted.
 */
async function eraseOrganisation(db: Database, organisationId: string, now: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await endPurchases(trx, [organisationId], ['plan', 'storage'], now);
    await keepInvoices(trx, [organisationId]);
  });
  const tables = await tablesOfOrganisations(db);
  for (const table of tables) {
    const key = FILES[table];
    const followedBy = key === undefined ? {} : { followedBy: addJob('delete_stored', { key: sql.ref(key) }) };
    await deleteInBatches(db, table, sql`organisation_id = ${organisationId}`, { limit: SMALL_BATCH, ...followedBy });
  }
  await inTransaction(db, async (trx) => {
    const organisation = await trx.selectFrom('organisations').select('name').where('id', '=', organisationId).forUpdate().executeTakeFirst();
    // Another process has already erased it.
    if (!organisation) return;
    const mail = addJob('mail_organisation_erased', { user_id: sql`user_id`, name: sql`${organisation.name}::text` });
    await sql`select ${mail} from memberships where organisation_id = ${organisationId} and role = 'owner'`.execute(trx);
    await deleteEnrollmentsOf(trx, [organisationId]);
    await deleteOrganisations(trx, [organisationId]);
    // Triggers record deletions for later jobs.
    for (const table of tables) await sql`delete from ${sql.id(table)} where organisation_id = ${organisationId}`.execute(trx);
    await dropJobs(trx, organisationId);
  });
}
