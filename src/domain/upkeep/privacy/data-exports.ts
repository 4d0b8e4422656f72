import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { User } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { addJob, enqueue, type JobLog } from '../../kernel/jobs.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import { deleteInBatches, inBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

const DAY_MS = 24 * 3600_000;
/** Time after which a queued export will no longer be created, because its job is gone. */
const STUCK_MS = DAY_MS;
/** Time for which exports that can no longer be downloaded stay in the list. */
const KEPT_MS = 90 * DAY_MS;
/** Maximum number of attempts. Each attempt reads all data. Five attempts take about a minute and a half. */
const MOST_ATTEMPTS = 5;

const COLUMNS = ['id', 'status', 'size_bytes', 'expires_at', 'created_at'] as const;

const ago = (clock: Clock, milliseconds: number): string => new Date(clock.now() - milliseconds).toISOString();

/** Lists exports, newest first. An export is `expired` as soon as its time is over, although its file may be deleted a little later. */
export async function listDataExports(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { actorId: userId }: User,
  paging: Paging,
): Promise<Page<Shape<'DataExport'>>> {
  const [count, results] = await Promise.all([
    countRows(db.selectFrom('data_exports').where('user_id', '=', userId)),
    db
      .selectFrom('data_exports')
      .select(['id', 'size_bytes', 'expires_at', 'created_at'])
      .select(sql<Shape<'DataExport'>['status']>`case when status = 'ready' and expires_at <= ${ago(clock, 0)} then 'expired' else status end`.as('status'))
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results };
}

/** Queues an export. If several requests are concurrent, only one is accepted.
 * @throws DomainError export_under_way */
export function requestDataExport({ db }: Pick<Tools, 'db'>, { actorId: userId }: User): Promise<Shape<'DataExport'>> {
  return inTransaction(db, async (trx) => {
    const made = await trx
      .insertInto('data_exports')
      .values({ id: newId(), user_id: userId, status: 'queued' })
      .onConflict((conflict) => conflict.column('user_id').where(sql<boolean>`status = 'queued'`).doNothing())
      .returning([...COLUMNS])
      .executeTakeFirst();
    if (!made) {
      const queued = await trx.selectFrom('data_exports').select('id').where('user_id', '=', userId).orderBy('created_at', 'desc').limit(1).executeTakeFirst();
      throw new DomainError('export_under_way', 'Another export is already in progress.', { export_id: queued?.id ?? null });
    }
    await enqueue(trx, 'make_data_export', { export_id: made.id }, { maxAttempts: MOST_ATTEMPTS });
    return made;
  });
}

export interface ExportFile {
  name: string;
  stream: Readable;
  size: number;
}

/** Opens an export for download. The caller must read or destroy the stream.
 * @throws NotFoundError also if the export belongs to another user
 * @throws DomainError export_not_ready */
export async function openDataExport(tools: Pick<Tools, 'db' | 'storage' | 'clock'>, { actorId: userId }: User, id: string): Promise<ExportFile> {
  requireIds(id);
  const found = await tools.db
    .selectFrom('data_exports')
    .select(['status', 'storage_key', 'expires_at', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFoundError();
  const { status, storage_key, expires_at, created_at } = found;
  const isReady = status === 'ready' && storage_key !== null && expires_at !== null && Date.parse(expires_at) > tools.clock.now();
  const file = isReady ? await tools.storage.open(storage_key) : undefined;
  if (!file) throw new DomainError('export_not_ready', 'The export is still in progress, has failed or has expired.');
  return { name: `data-export-${created_at.slice(0, 10)}.zip`, stream: file.stream, size: file.size };
}

/** For all users: expires exports and deletes their files, marks exports whose job is gone as failed, and deletes old entries. */
export async function expireDataExports({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, log?: JobLog): Promise<void> {
  await inBatches(async (limit) => {
    const { rows } = await sql`with due as (
        select id, storage_key from data_exports where status = 'ready' and expires_at <= ${ago(clock, 0)} limit ${limit} for update skip locked
      ), expired as (
        update data_exports set status = 'expired', storage_key = null from due where data_exports.id = due.id
      )
      select ${addJob('delete_stored', { key: sql`storage_key` })} from due`.execute(db);
    return rows.length;
  }, SMALL_BATCH);
  await db.updateTable('data_exports').set({ status: 'failed' }).where('status', '=', 'queued').where('created_at', '<', ago(clock, STUCK_MS)).execute();
  await deleteInBatches(db, 'data_exports', sql`status in ('expired', 'failed') and created_at < ${ago(clock, KEPT_MS)}`, { log });
}
