import { connectDatabase } from '../src/platform/database/connect.ts';

type SendStatement = (text: string) => Promise<unknown>;

/** Sends statements to a PostgreSQL server over a connection of their own, which is closed at once. (`db.destroy()` closes only what Kysely itself has used.) */
export async function onServer(url: string, work: (send: SendStatement) => Promise<unknown>): Promise<void> {
  const { pool } = connectDatabase({ url, poolSize: 1, onIdleError: () => {} });
  await work((text) => pool.query(text)).finally(() => pool.end());
}
