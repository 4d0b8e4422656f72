import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { jobModules } from '../../generated/jobs.ts';
import type { JobName } from '../domain/kernel/jobs.ts';
import type { Tools } from '../domain/kernel/tools.ts';
import type { Database, DatabaseHandle } from '../platform/database/connect.ts';
import { statementFailure } from '../platform/database/outage.ts';
import { outageOf } from '../platform/outages/outage.ts';
import type { OutageLog } from '../platform/outages/outage-log.ts';
import type { JobCounts } from './job-counts.ts';
import { LaneRunner } from './lane-runner.ts';
import { LANES, type Lane, laneOf } from './lanes.ts';
import { WorkerRegistry } from './registry.ts';
import { tasks } from './tasks.ts';

/** Schedule of the recurring jobs, whose payloads have no members, in the worker's notation, in UTC. */
export const CRONTAB = Object.entries(jobModules)
  .flatMap(([name, { cron }]) => (cron ? [`${cron} ${name}`] : []))
  .join('\n');

export interface Jobs {
  /** Takes no more jobs and waits for those that run until `deadline` aborts. The others are handed back and run again in another process. */
  stop(deadline: AbortSignal): Promise<void>;
}

/** Runs the jobs of this database in this process until stopped. Several processes share the work. Jobs use the connections of `database` alone. */
export function startJobs(ports: Omit<Tools<Database>, 'db'>, { db, pool }: DatabaseHandle, logger: Logger, outages: OutageLog, counts: JobCounts): Jobs {
  const onFailure = (error: unknown) => {
    const outage = outageOf(error);
    if (outage) outages.report(outage);
    else logger.error({ job: true, err: String(error) }, 'the worker failed');
  };
  const registry = new WorkerRegistry(db, onFailure);
  const tools = { ...ports, db };
  const tasksOf = (lane: Lane, requireTrust: () => void) =>
    Object.fromEntries(Object.entries(tasks(guarded(tools, requireTrust), logger, outages, counts)).filter(([name]) => laneOf(name as JobName) === lane));
  const lanes = (Object.keys(LANES) as Lane[]).map(
    (lane) =>
      new LaneRunner(
        {
          pgPool: pool,
          concurrency: LANES[lane],
          crontab: lane === 'short' ? CRONTAB : '',
          tasks: (requireTrust) => tasksOf(lane, requireTrust),
          logger: workerLogger(logger, outages),
        },
        registry,
        onFailure,
      ),
  );
  for (const lane of lanes) lane.start();
  registry.start();
  return {
    async stop(deadline) {
      await Promise.all(lanes.map((lane) => lane.stop(deadline).catch(onFailure)));
      registry.stop();
    },
  };
}

/** Returns tools that send nothing once another process may have taken the job over. */
function guarded(tools: Tools<Database>, requireTrust: () => void): Tools<Database> {
  const guard =
    <Arguments extends unknown[], Result>(work: (...args: Arguments) => Promise<Result>) =>
    async (...args: Arguments): Promise<Result> => {
      requireTrust();
      return work(...args);
    };
  return {
    ...tools,
    mailer: { ...tools.mailer, send: guard(tools.mailer.send) },
    sms: { ...tools.sms, send: guard(tools.sms.send) },
    publicPost: guard(tools.publicPost),
  };
}

/** The message that the worker logs when it loses the connection that notifies it of new jobs. It then opens another one. */
const LOST_LISTENER = /^Error with notify listener/;

/** Returns a logger for the worker that logs an outage only once even if it fails many jobs. */
function workerLogger(logger: Logger, outages: OutageLog): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const outage = outageOf(LOST_LISTENER.test(message) ? statementFailure(meta?.error) : meta?.error);
    if (outage && level === 'error') outages.report(outage);
    else if (level === 'error') logger.error({ job: true }, message);
    else if (level === 'warning') logger.warn({ job: true }, message);
    else logger.debug({ job: true }, message);
  });
}
