import { Logger, runOnce, type Task } from 'graphile-worker';
import type { Pool } from 'pg';
import type { JobLog } from '../../src/domain/kernel/jobs.ts';
import type { Tools } from '../../src/domain/kernel/tools.ts';
import type { JobCounts } from '../../src/jobs/job-counts.ts';
import { tasks } from '../../src/jobs/tasks.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import type { OutageLog } from '../../src/platform/outages/outage-log.ts';
import type { TestApp } from './app.ts';
import { currentJob } from './statements/record.ts';

const silent = new Logger(() => () => {});

/** Runs every waiting job in this process. */
export function jobRunner(tools: Tools<Database>, pool: Pool, log: JobLog, outages?: OutageLog, counts?: JobCounts): { runJobs(): Promise<void> } {
  let taken: string[] = [];
  const noted = Object.entries(tasks(tools, log, outages, counts)).map(([name, run]): [string, Task] => [
    name,
    (payload, helpers) => {
      taken.push(helpers.job.id);
      return currentJob.run(name, () => (run as Task)(payload, helpers));
    },
  ]);
  const taskList = Object.fromEntries(noted);
  // A run of graphile-worker ends without waiting until the end of its jobs is recorded, and finds none whose queue one of them still holds. It also costs
  // several statements where there is nothing to do.
  const runAll = async () => {
    let state = await readState(pool, []);
    while (state.isDue) {
      taken = [];
      await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: silent });
      state = await readState(pool, taken);
      while (state.isBusy) state = await readState(pool, taken);
      if (taken.length === 0) break;
    }
  };
  let lastRun = Promise.resolve();
  // Runs are sequential: a run that finds its job taken by another run would end before that job has finished.
  return {
    runJobs() {
      lastRun = lastRun.then(runAll, runAll);
      return lastRun;
    },
  };
}

/** Returns whether the end of one of these jobs is not recorded yet, and whether there are jobs to run. */
async function readState(pool: Pool, taken: readonly string[]): Promise<{ isBusy: boolean; isDue: boolean }> {
  const { rows } = await pool.query(
    `select exists (select from graphile_worker._private_jobs where id = any($1::bigint[]) and locked_at is not null) as "isBusy",
      exists (select from graphile_worker._private_jobs jobs left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
        where jobs.is_available and jobs.run_at <= now() and queues.locked_at is null) as "isDue"`,
    [taken],
  );
  return rows[0];
}

/** Runs the task now, together with every other waiting job. */
export async function runTask(app: TestApp, task: string, payload: object = {}): Promise<void> {
  await app.database.pool.query(`select graphile_worker.add_job($1, $2::json, max_attempts => 1)`, [task, JSON.stringify(payload)]);
  await app.mailbox.runJobs();
}

/** Runs the jobs as if that many seconds had passed. */
export async function runJobsAfter(app: TestApp, seconds: number): Promise<void> {
  await app.database.pool.query(`update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => $1)`, [seconds]);
  await app.mailbox.runJobs();
}
