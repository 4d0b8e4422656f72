import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { type JobState, jobState } from './job-state.ts';
import { DEAD_AFTER_SECONDS } from './registry.ts';

/** A job as the operator sees it. Its payload is left out, because it holds only ids. */
export interface StoredJob {
  id: string;
  task: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  /** When the job may run next, or when the current attempt began. */
  at: string;
  /** The worker that is running the job. */
  worker: string | null;
  /** Whether this worker still reports that it is alive. */
  worker_is_alive: boolean | null;
  last_error: string | null;
}

interface JobFilter {
  states: readonly JobState[];
  /** The task to list. Null: all tasks. */
  task: string | null;
  limit: number;
}

const isAlive = sql<boolean>`exists (
  select from job_workers worker where worker.id = job.locked_by and worker.seen_at >= now() - make_interval(secs => ${DEAD_AFTER_SECONDS}))`;

/** Returns the jobs in these states, oldest first, and their total number. */
export async function listStoredJobs(db: Database, { states, task, limit }: JobFilter): Promise<{ count: number; jobs: StoredJob[] }> {
  const { rows } = await sql<StoredJob & { count: number }>`
    select job.id::text, task.identifier as task, ${jobState} as state, job.attempts, job.max_attempts, coalesce(job.locked_at, job.run_at) as at,
      job.locked_by as worker, case when job.locked_by is not null then ${isAlive} end as worker_is_alive, job.last_error, count(*) over () as count
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where ${jobState} = any (${states}::text[]) and (${task}::text is null or task.identifier = ${task})
    order by coalesce(job.locked_at, job.run_at), job.id limit ${limit}`.execute(db);
  return { count: rows[0]?.count ?? 0, jobs: rows.map(({ count: _count, ...job }) => job) };
}

/** Schedules these jobs to run again now, with all of their attempts. Returns their ids; running and finished jobs are left as they are. */
export async function retryJobs(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs set attempts = 0, run_at = now(), updated_at = now()
    where id = any (${ids}::bigint[]) and locked_at is null returning id::text`.execute(db);
  return rows.map(({ id }) => id);
}

/** Schedules all jobs of this task that were given up to run again, as `retryJobs` does. */
export async function retryDeadJobs(db: Database, task: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs job set attempts = 0, run_at = now(), updated_at = now()
    from graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier = ${task} and job.locked_at is null and job.attempts >= job.max_attempts returning job.id::text`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export type Release = { outcome: 'released'; ids: string[] } | { outcome: 'alive' } | { outcome: 'unknown' };

/**
 * Takes back the jobs of this worker without counting the attempt, so that other workers run them. A worker that reports that it is alive is left alone
 * unless `force` is set, because both would run the jobs at the same time.
 */
export const releaseWorker = (db: Database, worker: string, force: boolean): Promise<Release> =>
  db.transaction().execute(async (trx) => {
    // The row is locked, so that the worker cannot report itself in the meantime.
    const { rows: known } = await sql<{ is_alive: boolean }>`
      select seen_at >= now() - make_interval(secs => ${DEAD_AFTER_SECONDS}) as is_alive from job_workers where id = ${worker} for update`.execute(trx);
    if (known[0]?.is_alive && !force) return { outcome: 'alive' };
    const { rows } = await sql<{ id: string }>`
      update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0) where locked_by = ${worker} returning id::text`.execute(trx);
    if (known.length === 0 && rows.length === 0) return { outcome: 'unknown' };
    await sql`delete from job_workers where id = ${worker}`.execute(trx);
    await sql`select graphile_worker.force_unlock_workers(array[${worker}]::text[])`.execute(trx);
    return { outcome: 'released', ids: rows.map(({ id }) => id) };
  });
