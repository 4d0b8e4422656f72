import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../database/connect.ts';

export const randomText = (): string => randomBytes(24).toString('base64url');

/** The objects of the sandbox gateway, each with an ID that nobody can guess. */
export function objectStore(db: Executor) {
  return {
    /** Stores an object and returns its ID, or the ID of an existing object with the same key. */
    async create<T extends object>(kind: string, key: string, body: T): Promise<string> {
      const { id } = await db
        .insertInto('sandbox_objects')
        .values({ id: `${kind}_${randomText()}`, key, body: JSON.stringify(body) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async read<T extends object>(id: string): Promise<T | null> {
      const found = await db.selectFrom('sandbox_objects').select('body').where('id', '=', id).executeTakeFirst();
      return (found?.body as unknown as T | undefined) ?? null;
    },
    async find(key: string): Promise<string | null> {
      return (await db.selectFrom('sandbox_objects').select('id').where('key', '=', key).executeTakeFirst())?.id ?? null;
    },
    /** Returns the objects with these members. */
    async list<T extends object>(members: Partial<T>): Promise<{ id: string; body: T }[]> {
      const { rows } = await sql<{ id: string; body: T }>`select id, body from sandbox_objects where body @> ${JSON.stringify(members)}::jsonb`.execute(db);
      return rows;
    },
    /** Returns the objects of an account whose money moved in a range of time, oldest first. */
    async listMoved<T extends object>(accountId: string, { from, until }: { from: string; until: string }): Promise<{ id: string; body: T }[]> {
      const { rows } = await sql<{ id: string; body: T }>`
        select id, body from sandbox_objects where body @> ${JSON.stringify({ accountId })}::jsonb and body ->> 'movedAt' >= ${from} and body ->> 'movedAt' < ${until}
        order by body ->> 'movedAt', id`.execute(db);
      return rows;
    },
    /** Returns whether the object was changed: it must exist, and be in one of the states if they are given. */
    async change<T extends object>(id: string, members: Partial<T>, from?: readonly string[]): Promise<boolean> {
      const { rows } = await sql`update sandbox_objects set body = body || ${JSON.stringify(members)}::jsonb
        where id = ${id} and ${from === undefined ? sql`true` : sql`body ->> 'state' = any(${from})`} returning id`.execute(db);
      return rows.length > 0;
    },
  };
}

export type ObjectStore = ReturnType<typeof objectStore>;

/** Locks an object, has `work` change it, and stores the result. Other objects can be stored with it: either all are stored or none. */
export const changeLocked = <T extends object, R>(db: Database, id: string, work: (store: ObjectStore, body: T) => Promise<readonly [T, R]>): Promise<R> =>
  inTransaction(db, async (trx) => {
    const found = await trx.selectFrom('sandbox_objects').select('body').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!found) throw new Error('the sandbox has no such object');
    const [body, result] = await work(objectStore(trx), found.body as unknown as T);
    await trx
      .updateTable('sandbox_objects')
      .set({ body: JSON.stringify(body) })
      .where('id', '=', id)
      .execute();
    return result;
  });
