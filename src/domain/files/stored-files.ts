import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';
import { addJob, cancelJob, enqueue } from '../kernel/jobs.ts';

/** How long putting a file may take, until the row that names it is written. */
const HOLD_SECONDS = 3600;

/** Where anyone may read a file whose key begins with `public/`. `base`: where the service is reached from outside. */
export const publicAddress = (base: string, key: string): string => `${base}/files/${key}`;

const holdOf = (key: string): string => `stored:${key}`;

/**
 * Has a file that is about to be put deleted in an hour, unless a transaction keeps it: no crash between the two leaves a file that no row names. Each
 * key is made for one file alone.
 */
export const holdFile = (db: Executor, key: string): Promise<void> => enqueue(db, 'delete_stored', { key }, { delaySeconds: HOLD_SECONDS, key: holdOf(key) });

/** Keeps a held file, in the transaction that names it in a row.
 * @throws Error where putting it took too long */
export async function keepFile(trx: Executor, key: string): Promise<void> {
  if (!(await cancelJob(trx, holdOf(key)))) throw new Error('the file is not held any more');
}

/** Deletes a file once the transaction that stops naming it commits. */
export const discardFile = (trx: Executor, key: string): Promise<void> => enqueue(trx, 'delete_stored', { key });

/** The same for all files of a query with one column, `key`. */
export async function discardFiles(trx: Executor, keys: RawBuilder<unknown>): Promise<void> {
  await sql`select ${addJob('delete_stored', { key: sql`key` })} from (${keys}) files where key is not null`.execute(trx);
}
