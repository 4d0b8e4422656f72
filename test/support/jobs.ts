import { randomBytes } from 'node:crypto';
import type { JobHelpers, Task } from 'graphile-worker';
import type { Pool } from 'pg';
import type { JobLog, JobName } from '../../src/domain/kernel/jobs.ts';
import type { Tools } from '../../src/domain/kernel/tools.ts';
import type { JobCounts } from '../../src/jobs/job-counts.ts';
import { tasks } from '../../src/jobs/tasks.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import type { OutageLog } from '../../src/platform/outages/outage-log.ts';
import type { TestApp } from './app.ts';
import { finishedTests } from './finished-tests.ts';
import { currentJob } from './statements/record.ts';

interface TakenJob {
  id: string;
  identifier: string;
  payload: unknown;
  attempts: number;
  max_attempts: number;
}

/** What follows a purchase and an enrollment, beside what tests of money ask about. */
export const AFTERMATH: readonly JobName[] = ['compute_grades', 'mail_order', 'make_badge', 'send_notice', 'spread_notice'];

/** More rounds than any test needs. Jobs that add themselves again would never end. */
const MOST_ROUNDS = 5000;

/**
 * Runs every waiting job in this process, one after the other, by the rules of graphile-worker, but with one statement for many jobs. Tests of processes
 * run graphile-worker itself. No job of the service has a queue. Jobs that an earlier test of the file has left waiting are removed, because nobody asks what they do.
 * @param options.idle jobs that wait for ever, because no test asks what they do
 */
export function jobRunner(
  tools: Tools<Database>,
  pool: Pool,
  log: JobLog,
  outages?: OutageLog,
  counts?: JobCounts,
  { idle = [], runsLeftJobs = false }: { idle?: readonly JobName[]; runsLeftJobs?: boolean } = {},
): { runJobs(): Promise<void> } {
  const taskList = tasks(tools, log, outages, counts);
  const names = Object.keys(taskList).filter((name) => !idle.includes(name as JobName));
  const worker = `worker-${randomBytes(9).toString('hex')}`;
  const query = pool.query.bind(pool) as JobHelpers['query'];
  /** Returns whether the job succeeded. */
  const runJob = async ({ identifier, payload, ...job }: TakenJob): Promise<boolean> => {
    const run = taskList[identifier] as Task;
    try {
      await currentJob.run(identifier, () => run(payload, { job, query } as JobHelpers));
      return true;
    } catch (error) {
      await pool.query({ name: 'fail_job', text: FAIL_JOB, values: [job.id, worker, (error as Error).message || String(error)] });
      return false;
    }
  };
  let judged = 0;
  const runAll = async () => {
    let done: string[] = [];
    for (let rounds = 0; ; rounds++) {
      const spans = HAS_OUR_CLOCK && !runsLeftJobs ? finishedTests().slice(judged) : [];
      judged += spans.length;
      const values = [done, names, worker, spans.map(({ from }) => from), spans.map(({ to }) => to)];
      const { rows: taken } = await pool.query<TakenJob>({ name: 'take_jobs', text: TAKE_JOBS, values });
      if (taken.length === 0) return;
      if (rounds === MOST_ROUNDS) throw new Error(`jobs go on without end: ${taken.map(({ identifier }) => identifier).join(', ')}`);
      done = [];
      for (const job of taken) if (await runJob(job)) done.push(job.id);
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

/** Whether the server runs on this machine, so that times in its rows can be compared with those of this process. */
const HAS_OUR_CLOCK = /@(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(process.env.TEST_SERVER_URL ?? '');

/** Whether an earlier test has left the job. A job with a key is that of whoever has asked for it last. */
const IS_LEFT = 'exists (select from unnest($4::timestamptz[], $5::timestamptz[]) finished (began, ended) where updated_at >= began and updated_at < ended)';

/**
 * Removes the jobs that are done, or left, and takes the next ones. A job with a key is taken alone, because others may replace or cancel it until it runs.
 */
const TAKE_JOBS = `
  with done as (delete from graphile_worker._private_jobs where id = any($1::bigint[]) or is_available and ${IS_LEFT}),
  due as (
    select id, row_number() over earlier as place, count(key) over earlier as keys from graphile_worker._private_jobs
    where is_available and not ${IS_LEFT} and run_at <= now() and task_id in (select id from graphile_worker._private_tasks where identifier = any($2::text[]))
    window earlier as (order by priority, run_at, id)
  ),
  taken as (
    update graphile_worker._private_jobs jobs set attempts = attempts + 1, locked_by = $3, locked_at = now()
    from due where jobs.id = due.id and jobs.is_available and (place = 1 or keys = 0)
    returning jobs.id, task_id, payload, attempts, max_attempts, place
  )
  select taken.id, identifier, payload, attempts, max_attempts from taken join graphile_worker._private_tasks tasks on tasks.id = task_id order by place`;

const FAIL_JOB = `
  update graphile_worker._private_jobs set last_error = $3, locked_by = null, locked_at = null,
    run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
  where id = $1 and locked_by = $2`;

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
