import { Logger, runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import type { JobLog } from '../../src/domain/kernel/jobs.ts';
import type { Tools } from '../../src/domain/kernel/tools.ts';
import { tasks } from '../../src/jobs/tasks.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import type { OutageLog } from '../../src/platform/outages/outage-log.ts';
import type { TestApp } from './app.ts';

const silent = new Logger(() => () => {});

/** Runs every waiting job in this process. */
export function jobRunner(tools: Tools<Database>, pool: Pool, log: JobLog, outages?: OutageLog): { runJobs(): Promise<void> } {
  const taskList = tasks(tools, log, outages);
  const runAll = () => runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: silent });
  let lastRun = Promise.resolve();
  // Runs are sequential: a run that finds its job taken by another run would end before that job has finished.
  return {
    runJobs() {
      lastRun = lastRun.then(runAll, runAll);
      return lastRun;
    },
  };
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
