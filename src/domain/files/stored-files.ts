import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';
import { addJob, cancelJob, enqueue } from '../kernel/jobs.ts';

/** The maximum time from holding a file to committing the row that refers to it. */
const HOLD_SECONDS = 3600;

/** Returns the URL at which anyone can read a file whose key begins with `public/`. `base` is the public base URL of the service. */
export const publicAddress = (base: string, key: string): string => `${base}/files/${key}`;

const holdOf = (key: string): string => `stored:${key}`;

/**
 * Schedules the deletion of a file that is about to be stored. The file is deleted in one hour unless a transaction keeps it, so that a crash in
 * between leaves no file that no row refers to. Each key is used for one file only.
 */
export const holdFile = (db: Executor, key: string): Promise<void> => enqueue(db, 'delete_stored', { key }, { delaySeconds: HOLD_SECONDS, key: holdOf(key) });

/** Keeps a held file, in the transaction that writes the row that refers to it.
 * @throws Error if storing the file took too long */
export async function keepFile(trx: Executor, key: string): Promise<void> {
  if (!(await cancelJob(trx, holdOf(key)))) throw new Error('the file is not held any more');
}

/** Deletes a file once the transaction that removes the reference to it commits. */
export const discardFile = (trx: Executor, key: string): Promise<void> => enqueue(trx, 'delete_stored', { key });

/** Does the same for all files of a query with one column, `key`. */
export async function discardFiles(trx: Executor, keys: RawBuilder<unknown>): Promise<void> {
  await sql`select ${addJob('delete_stored', { key: sql`key` })} from (${keys}) files where key is not null`.execute(trx);
}
