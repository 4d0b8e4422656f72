import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../caller.ts';
import { ValidationError } from '../errors.ts';

export interface Act {
  operationId: string;
  /** The client's Idempotency-Key. */
  key: string;
  /** The path and body of the request, which must match for two requests to be the same. */
  request: unknown;
}

export interface Outcome {
  status: number;
  body?: unknown;
}

export const KEPT_FOR = sql`interval '24 hours'`;

/**
 * Runs `work` once for each caller, operation and key within 24 hours. Repeated calls return the stored outcome. The record is written in the
 * transaction of the work: failed work leaves no record, and of two concurrent calls the second waits for the first.
 * @throws ValidationError if the key was used for another request
 */
export async function once<T extends Outcome>(
  db: Database,
  { organisationId, actorId }: Caller,
  { operationId, key, request }: Act,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<{ outcome: T; replayed: boolean }> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest();
  return inTransaction(db, async (trx) => {
    const own = { organisation_id: organisationId, actor_id: actorId, operation_id: operationId, key };
    const taken = await trx
      .insertInto('idempotency_keys')
      .values({ ...own, request_hash: hash })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'actor_id', 'operation_id', 'key'])
          .doUpdateSet({ request_hash: hash, status: null, body: null, created_at: sql<string>`now()` })
          .where('idempotency_keys.created_at', '<=', sql<string>`now() - ${KEPT_FOR}`),
      )
      .returning('key')
      .executeTakeFirst();
    if (taken) {
      const outcome = await work(trx);
      const body = outcome.body === undefined ? null : JSON.stringify(outcome.body);
      await trx
        .updateTable('idempotency_keys')
        .set({ status: outcome.status, body })
        .where((eb) => eb.and(own))
        .execute();
      return { outcome, replayed: false };
    }
    const kept = await trx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'status', 'body'])
      .where((eb) => eb.and(own))
      .executeTakeFirstOrThrow();
    if (!kept.request_hash.equals(hash)) {
      throw new ValidationError([{ field: 'Idempotency-Key', code: 'reused', message: 'This key was already used for another request.' }]);
    }
    return { outcome: { status: kept.status, body: kept.body === null ? undefined : JSON.parse(kept.body) } as T, replayed: true };
  });
}
