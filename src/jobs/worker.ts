import { type Runner, run, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { JobTools } from '../domain/job-tools.ts';
import { CRONTAB, tasks } from './tasks.ts';

/** Runs the jobs of this database in this process, until stopped. Several processes share the work. */
export function startJobs(tools: JobTools, pool: Pool, logger: Logger): Promise<Runner> {
  const log = new WorkerLogger(() => (level, message) => {
    if (level === 'error') logger.error({ job: true }, message);
    else if (level === 'warning') logger.warn({ job: true }, message);
    else logger.debug({ job: true }, message);
  });
  return run({ pgPool: pool, taskList: tasks(tools), crontab: CRONTAB, concurrency: 2, noHandleSignals: true, logger: log });
}
