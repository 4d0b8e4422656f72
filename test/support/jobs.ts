import type { TestApp } from './app.ts';

/** Runs the task now, and with it every other job that waits. */
export async function runTask(app: TestApp, task: string, payload: object = {}): Promise<void> {
  await app.database.pool.query(`select graphile_worker.add_job($1, $2::json, max_attempts => 1)`, [task, JSON.stringify(payload)]);
  await app.mailbox.runJobs();
}

/** Runs jobs as though so many seconds had passed for them. */
export async function runJobsAfter(app: TestApp, seconds: number): Promise<void> {
  await app.database.pool.query(`update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => $1)`, [seconds]);
  await app.mailbox.runJobs();
}
