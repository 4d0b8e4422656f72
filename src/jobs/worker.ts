import { type Runner, run, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { JobName } from '../domain/kernel/jobs.ts';
import type { Tools } from '../domain/kernel/tools.ts';
import type { Database } from '../platform/database/connect.ts';
import { TIMETABLE, tasks } from './tasks.ts';

/** These jobs wait up to 15 seconds each for servers of other parties, and must not delay other jobs. */
const OUTWARD: readonly JobName[] = ['deliver_webhook'];
const AT_ONCE = { outward: 8, other: 2 };

const CRONTAB = Object.entries(TIMETABLE)
  .map(([name, expression]) => `${expression} ${name}`)
  .join('\n');

/** Runs the jobs of this database in this process until stopped. Several processes share the work. */
export async function startJobs(tools: Tools<Database>, pool: Pool, logger: Logger): Promise<Pick<Runner, 'stop'>> {
  const log = new WorkerLogger(() => (level, message) => {
    if (level === 'error') logger.error({ job: true }, message);
    else if (level === 'warning') logger.warn({ job: true }, message);
    else logger.debug({ job: true }, message);
  });
  const taskList = Object.entries(tasks(tools, logger));
  const lane = (isOutward: boolean) => Object.fromEntries(taskList.filter(([name]) => OUTWARD.includes(name as JobName) === isOutward));
  const common = { pgPool: pool, noHandleSignals: true, logger: log };
  const runners = await Promise.all([
    run({ ...common, taskList: lane(false), crontab: CRONTAB, concurrency: AT_ONCE.other }),
    run({ ...common, taskList: lane(true), crontab: '', concurrency: AT_ONCE.outward }),
  ]);
  return { stop: async () => void (await Promise.all(runners.map((runner) => runner.stop()))) };
}
