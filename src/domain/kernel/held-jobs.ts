import { sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';

/** Flag that marks the held jobs of closed organisations, in addition to the ID of their organisation. */
const HELD = 'organisation-closed';

/** Returns the time at which a closed organisation will be erased, or undefined if the organisation is not closed. */
export async function readErasure(db: Executor, organisationId: string): Promise<string | undefined> {
  const closed = await db
    .selectFrom('organisations')
    .select('erasure_due_at')
    .where('id', '=', organisationId)
    .where('erasure_due_at', 'is not', null)
    .executeTakeFirst();
  return closed?.erasure_due_at ?? undefined;
}

/**
 * Postpones a job of a closed organisation until the job is released. The same job is kept only once, however often it was added, because every job can run
 * again.
 */
export async function holdJob(db: Executor, name: string, payload: unknown, { attempts, seconds }: { attempts: number; seconds: number }): Promise<void> {
  const text = JSON.stringify(payload);
  await sql`select graphile_worker.add_job(${name}, ${text}::json, max_attempts => ${attempts}::int, run_at => now() + make_interval(secs => ${seconds}),
    job_key => 'held ' || ${name}::text || ' ' || md5(${text}::jsonb::text), flags => array_remove(array[${HELD}::text, ${text}::json ->> 'organisation_id'], null))`.execute(
    db,
  );
}

/** Releases the held jobs of the organisation. Reads all jobs, so it is meant for rare events. */
export async function releaseJobs(trx: Executor, organisationId: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now(), flags = flags - ${HELD}::text
    where flags ? ${HELD} and payload ->> 'organisation_id' = ${organisationId} and locked_at is null`.execute(trx);
}

/** Removes all waiting jobs of the organisation. Reads all jobs, so it is meant for rare events. */
export async function dropJobs(trx: Executor, organisationId: string): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where payload ->> 'organisation_id' = ${organisationId} and locked_at is null`.execute(trx);
}
