import { createHash } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller, User } from '../caller.ts';
import { DomainError, ValidationError } from '../errors.ts';
import type { Tools } from '../tools.ts';

export interface Act {
  operationId: string;
  /** The client's Idempotency-Key. */
  key: string;
  /** The path and body of the request, which must match for two requests to be the same. */
  request: unknown;
  /** Whether the outcome contains a secret. It is then stored sealed. */
  showsSecret: boolean;
}

/** A caller in an organisation, or a user whose own data is concerned. */
type Owner = Pick<Caller, 'organisationId' | 'actorId'> | User;

export interface Outcome {
  status: number;
  body?: unknown;
  /** Whether the outcome is kept. If false, the same key tries again. Only for work outside a transaction. */
  isKept?: boolean;
}

interface Result<T> {
  outcome: T;
  replayed: boolean;
}

type OnceTools = Pick<Tools<Database>, 'db' | 'keyring'>;

export const KEPT_FOR = sql`interval '24 hours'`;
/** Time after which work outside a transaction that has no outcome counts as interrupted. */
const LONGEST_WORK = sql`interval '10 minutes'`;

/**
 * Runs `work` once for each owner, operation and key within 24 hours. Repeated calls return the stored outcome. The record is written in the
 * transaction of the work: failed work leaves no record, and of two concurrent calls the second waits for the first.
 * @throws ValidationError if the key was used for another request
 */
export function once<T extends Outcome>(tools: OnceTools, who: Owner, act: Act, work: (trx: Transaction<DB>) => Promise<T>): Promise<Result<T>> {
  const record = recordOf(tools, who, act);
  return inTransaction(tools.db, async (trx) => {
    if (!(await record.claim(trx))) return { outcome: (await record.read(trx)) as T, replayed: true };
    const outcome = await work(trx);
    await record.store(trx, outcome);
    return { outcome, replayed: false };
  });
}

/**
 * Does the same for work that waits for other systems and therefore runs outside a transaction. While the work is running, other calls are refused. If the
 * process dies before the outcome is stored, the key becomes free again after a while, and the work may then have been carried out already.
 * @throws ValidationError if the key was used for another request
 * @throws DomainError request_in_progress
 */
export async function onceOutside<T extends Outcome>({ db, keyring }: OnceTools, who: Owner, act: Act, work: () => Promise<T>): Promise<Result<T>> {
  const record = recordOf({ keyring }, who, act);
  if (!(await record.claim(db))) {
    const kept = await record.read(db);
    if (kept === null) throw new DomainError('request_in_progress', 'An earlier request with the same Idempotency-Key is still in progress.');
    return { outcome: kept as T, replayed: true };
  }
  let outcome: T;
  try {
    outcome = await work();
  } catch (error) {
    await record.remove(db);
    throw error;
  }
  await (outcome.isKept === false ? record.remove(db) : record.store(db, outcome));
  return { outcome, replayed: false };
}

interface Kept {
  request_hash: Buffer;
  status: number | null;
  body: string | null;
  sealed: Buffer | null;
}

function recordOf({ keyring }: Pick<Tools, 'keyring'>, who: Owner, { operationId, key, request, showsSecret }: Act) {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest();
  const { table, owner } = recordsOf(who);
  const id = { ...owner, operation_id: operationId, key };
  const columns = sql.join(Object.keys(id).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(id));
  const isOwn = sql`(${columns}) = (${values})`;
  return {
    /** Claims the work. Returns whether it must be done, because there is no record of it or the record is too old. */
    async claim(db: Executor): Promise<boolean> {
      const { rows } = await sql`insert into ${table} as kept (${columns}, request_hash) values (${values}, ${hash})
        on conflict (${columns}) do update set request_hash = ${hash}, status = null, body = null, sealed = null, created_at = now()
          where kept.created_at <= now() - case when kept.status is null then ${LONGEST_WORK} else ${KEPT_FOR} end
        returning key`.execute(db);
      return rows.length > 0;
    },
    /** Returns the stored outcome, or null if there is none yet.
     * @throws ValidationError */
    async read(db: Executor): Promise<Outcome | null> {
      const { rows } = await sql<Kept>`select request_hash, status, body, sealed from ${table} where ${isOwn}`.execute(db);
      const [kept] = rows;
      if (!kept) return null;
      if (!kept.request_hash.equals(hash))
        throw new ValidationError([{ field: 'Idempotency-Key', code: 'reused', message: 'This key has already been used for a different request.' }]);
      if (kept.status === null) return null;
      const text = kept.sealed ? keyring.open(kept.sealed).toString() : kept.body;
      return { status: kept.status, body: text === null ? undefined : JSON.parse(text) };
    },
    async store(db: Executor, outcome: Outcome): Promise<void> {
      const text = outcome.body === undefined ? null : JSON.stringify(outcome.body);
      const [body, sealed] = showsSecret && text !== null ? [null, keyring.seal(Buffer.from(text))] : [text, null];
      await sql`update ${table} set status = ${outcome.status}, body = ${body}, sealed = ${sealed} where ${isOwn}`.execute(db);
    },
    async remove(db: Executor): Promise<void> {
      await sql`delete from ${table} where ${isOwn}`.execute(db);
    },
  };
}

const recordsOf = (who: Owner): { table: RawBuilder<unknown>; owner: Record<string, string> } =>
  'organisationId' in who
    ? { table: sql.id('idempotency_keys'), owner: { organisation_id: who.organisationId, actor_id: who.actorId } }
    : { table: sql.id('user_idempotency_keys'), owner: { user_id: who.actorId } };
