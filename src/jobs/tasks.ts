import type { Task, TaskList } from 'graphile-worker';
import { jobModules } from '../../generated/jobs.ts';
import type { Attempt, JobLog, JobName } from '../domain/kernel/jobs.ts';
import type { Tools } from '../domain/kernel/tools.ts';
import type { Database } from '../platform/database/connect.ts';
import { outageOf, RefusedError } from '../platform/outages/outage.ts';
import type { OutageLog } from '../platform/outages/outage-log.ts';
import { inSpan, type SpanFacts } from '../platform/tracing/tracing.ts';
import { mustWait } from './closed-organisations.ts';
import type { JobCounts } from './job-counts.ts';

/** The names of all jobs. */
export const JOB_NAMES = Object.keys(jobModules) as JobName[];

/** The type by which jobs are called here. Each job's own type is checked where it is defined. */
type Run = (tools: Tools<Database>, payload: unknown, attempt: Attempt) => Promise<void>;

/** Returns the span of a job, which belongs to the trace of the request or the job that added it. */
const spanOf = (name: string, payload: unknown): SpanFacts => ({
  name: `job ${name}`,
  kind: 'consumer',
  attributes: { 'messaging.system': 'graphile_worker', 'messaging.operation.type': 'process', 'messaging.destination.name': name },
  parent: (payload as { traceparent?: string } | null)?.traceparent ?? null,
});

/**
 * Returns the jobs in the form that graphile-worker runs. A job that another system rejects permanently is not repeated; one that is asked to wait is
 * repeated after that time. A job that has failed for the last time is logged and counted.
 */
export function tasks(tools: Tools<Database>, log: JobLog, outages?: OutageLog, counts?: JobCounts): TaskList {
  return Object.fromEntries(
    Object.entries(jobModules).map(([name, { load }]) => {
      const run = async (payload: unknown, attempt: Attempt): Promise<void> => ((await load()) as Run)(tools, payload, attempt);
      const task: Task = async (payload, { job, query }) => {
        const isLast = job.attempts >= job.max_attempts;
        const began = performance.now();
        const end = (failed: boolean) => counts?.count(name, { number: job.attempts, seconds: (performance.now() - began) / 1000, failed });
        try {
          if (await mustWait(tools, name, payload, job.max_attempts)) return;
          await inSpan(spanOf(name, payload), () => run(payload, { isLast, log }));
          end(false);
        } catch (error) {
          end(true);
          const isRefused = error instanceof RefusedError;
          if (isRefused || isLast) {
            outages?.reportDeadJob(name, error);
            counts?.countDead(name);
          }
          if (isRefused) return;
          const retryAfter = outageOf(error)?.retryAfterSeconds;
          if (retryAfter)
            await query('update graphile_worker._private_jobs set run_at = now() + make_interval(secs => $2) where id = $1', [job.id, retryAfter]);
          throw error;
        }
      };
      return [name, task];
    }),
  );
}
