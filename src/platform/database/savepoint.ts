import { sql } from 'kysely';
import type { Executor } from './connect.ts';

/** Runs a part of a transaction. If it fails, only this part is rolled back, and the transaction can continue. */
export async function inSavepoint<T>(trx: Executor, work: () => Promise<T>): Promise<T> {
  await sql`savepoint before_work`.execute(trx);
  try {
    const done = await work();
    await sql`release savepoint before_work`.execute(trx);
    return done;
  } catch (error) {
    await sql`rollback to savepoint before_work; release savepoint before_work`.execute(trx);
    throw error;
  }
}
