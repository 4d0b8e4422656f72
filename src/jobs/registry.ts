import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { OutageError } from '../platform/outages/outage.ts';

/** Interval at which a process reports that its workers are alive. */
const BEAT_MS = 15_000;
/** Time without a report after which a worker counts as dead. Its jobs are released at the next report of any process. */
export const DEAD_AFTER_SECONDS = 75;
/** Time without a successful report after which a worker may soon be taken for dead, and must no longer send anything. */
const TRUSTED_MS = 50_000;

/** The data that this process has about one of its workers; graphile-worker calls a worker a pool. */
export interface RegisteredWorker {
  /** The id with which the worker locks its jobs. */
  readonly id: string;
  readonly running: ReadonlySet<string>;
  /** The jobs that the worker finished last. The end of some of them may not have been recorded yet. */
  readonly finished: readonly string[];
  /** Called when other processes have taken the worker for dead and released its jobs. */
  onLost(): void;
}

interface Registered {
  worker: RegisteredWorker;
  /** When the last successful report was sent. The database noted it at this time or later. */
  reportedAt: number;
}

/**
 * The register of the workers that are alive, in the database. A process that is killed stops reporting its workers, and their jobs are released.
 * Without the register, graphile-worker would release them after four hours.
 */
export class WorkerRegistry {
  readonly #db: Database;
  readonly #onFailure: (error: unknown) => void;
  readonly #workers = new Map<string, Registered>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  start(beatMs = BEAT_MS): void {
    const beat = async () => {
      await this.beat().catch(this.#onFailure);
      if (this.#timer) this.#timer = setTimeout(beat, beatMs);
    };
    this.#timer = setTimeout(beat, beatMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Registers a worker. Must succeed before the worker takes its first job. */
  async register(worker: RegisteredWorker): Promise<void> {
    const reportedAt = performance.now();
    await sql`insert into job_workers (id) values (${worker.id}) on conflict (id) do update set seen_at = now()`.execute(this.#db);
    this.#workers.set(worker.id, { worker, reportedAt });
  }

  /** Immediately hands back the jobs that the worker is running, without counting this attempt. Jobs that it has finished are not run again. */
  async unregister({ id, running, finished }: RegisteredWorker): Promise<void> {
    this.#workers.delete(id);
    await this.#db.transaction().execute(async (trx) => {
      await sql`update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0)
        where id = any(${[...running]}::bigint[]) and locked_by = ${id}`.execute(trx);
      await sql`delete from job_workers where id = ${id}`.execute(trx);
      await sql`select graphile_worker.force_unlock_workers(array[${id}])`.execute(trx);
      await sql`select graphile_worker.complete_jobs(${finished}::bigint[])`.execute(trx);
    });
  }

  /** @throws OutageError if the jobs of this worker may have been released, so that another process may be running them */
  requireTrust(id: string | undefined): void {
    const reportedAt = this.#workers.get(id ?? '')?.reportedAt ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - reportedAt > TRUSTED_MS) throw new OutageError('database', 'the worker of this job could not report that it is alive');
  }

  /** Reports the workers of this process, and releases the jobs of dead ones. */
  async beat(deadAfterSeconds = DEAD_AFTER_SECONDS): Promise<void> {
    const entries = [...this.#workers.values()];
    const ids = entries.map(({ worker }) => worker.id);
    const held = entries.flatMap(({ worker: { running, finished } }) => [...running, ...finished]);
    const reportedAt = performance.now();
    const { rows } = await sql<{ alive: string[] }>`
      with alive as (
        update job_workers set seen_at = now() where id = any(${ids}::text[]) returning id
      ), dead as (
        delete from job_workers where seen_at < now() - make_interval(secs => ${deadAfterSeconds}) and id <> all(${ids}::text[]) returning id
      ), released as (
        select graphile_worker.force_unlock_workers(array(select id from dead))
      ), never_received as (
        -- The connection was lost while it brought the job here.
        update graphile_worker._private_jobs set locked_by = null, locked_at = null
        where locked_by in (select id from alive) and locked_at < now() - interval '1 minute' and id <> all(${held}::bigint[])
      )
      select array(select id from alive) as alive, (select count(*) from released) as released
    `.execute(this.#db);
    const alive = new Set(rows[0]?.alive);
    for (const entry of entries) {
      const { id } = entry.worker;
      if (alive.has(id)) entry.reportedAt = reportedAt;
      else if (this.#workers.delete(id)) entry.worker.onLost();
    }
  }
}
