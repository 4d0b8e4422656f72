import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from '../../platform/database/connect.ts';
import { type JsonMembers, jsonObject } from '../../platform/database/json.ts';
import { TRACE_PARAMETER, tracing } from '../../platform/tracing/tracing.ts';
import type { Tools } from './tools.ts';

/**
 * The payload of each job, by job name. Areas add theirs by declaration merging in a file `jobs.ts`. A payload refers to objects and holds no
 * secrets: a job that needs a token creates it when it runs.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Jobs {}

export type JobName = keyof Jobs;

/** A job without a payload, which runs on the timetable. */
export type PlainJob = Record<never, never>;

type PlainJobName = { [Name in JobName]: object extends Jobs[Name] ? Name : never }[JobName];

/** Writes a line to the log of the service. */
export interface JobLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface Attempt {
  /** Whether this is the last attempt: if it fails, the job is not retried. */
  isLast: boolean;
  /** The log for facts that the operator must know. Never pass it secrets or personal data. */
  log: JobLog;
}

/** The implementations of jobs. Every job is safe to run again. */
export type JobRuns<Names extends JobName> = {
  readonly [Name in Names]: (tools: Tools<Database>, payload: Jobs[Name], attempt: Attempt) => Promise<void>;
};

/** The schedule of recurring jobs, as cron expressions in UTC. */
export type Timetable = Readonly<Partial<Record<PlainJobName, string>>>;

/** All jobs, as collected by `make generate`: the module that implements each job, and its schedule if it recurs. */
export type JobModules = { readonly [Name in JobName]: { readonly cron?: string; readonly load: () => Promise<JobRuns<Name>[Name]> } };

interface JobOptions {
  /** Twelve attempts take about a day; five take about a minute and a half. */
  maxAttempts?: number;
  /** Seconds to wait before the first attempt. */
  delaySeconds?: number;
  /** The key by which the job can be cancelled. A new job replaces a waiting job with the same key. */
  key?: string | RawBuilder<string> | null;
  /** Jobs with lower numbers run first. */
  priority?: number;
}

/** The SQL call that adds a job, for statements that add one job per row. `members` are SQL expressions. */
export function addJob<Name extends JobName>(
  name: Name,
  members: JsonMembers<Jobs[Name]>,
  { maxAttempts = 12, delaySeconds = 0, key = null, priority = 0 }: JobOptions = {},
): RawBuilder<unknown> {
  return addJobWith(name, jsonObject(members), ownerOf(members), { maxAttempts, delaySeconds, key, priority });
}

/**
 * Returns the owner of a job, as the flags by which organisations take turns (`src/jobs/lane-turns.ts`).
 * @param payload members of the payload as values, or as SQL expressions
 */
export const ownerOf = (payload: object): RawBuilder<unknown> =>
  'organisation_id' in payload ? sql`array_remove(array[${payload.organisation_id}::text], null)` : sql`null::text[]`;

/** Adds the span in which a job is added to the job's payload, as `traceparent`. Without tracing, the payload is unchanged. */
export const traced = (payload: RawBuilder<unknown>): RawBuilder<unknown> =>
  tracing.recorder ? sql`(${payload}::jsonb || jsonb_strip_nulls(jsonb_build_object('traceparent', ${TRACE_PARAMETER}::text)))::json` : payload;

const addJobWith = (
  name: JobName,
  payload: RawBuilder<unknown>,
  owner: RawBuilder<unknown>,
  { maxAttempts, delaySeconds, key, priority }: Required<JobOptions>,
) =>
  sql`graphile_worker.add_job(${name}, ${traced(payload)}, max_attempts => ${maxAttempts}::int,
    run_at => now() + make_interval(secs => ${delaySeconds}), job_key => ${key}::text, priority => ${priority}::int, flags => ${owner})`;

/** Adds a job to the current transaction. It runs if and only if the transaction commits. */
export async function enqueue<Name extends JobName>(
  trx: Executor,
  name: Name,
  payload: Jobs[Name],
  { maxAttempts = 12, delaySeconds = 0, key = null, priority = 0 }: JobOptions = {},
): Promise<void> {
  const call = addJobWith(name, sql`${JSON.stringify(payload)}::json`, ownerOf(payload), { maxAttempts, delaySeconds, key, priority });
  await sql`select ${call}`.execute(trx);
}

/** Adds one job for each of these payloads, in one statement. */
export async function enqueueAll<Name extends JobName>(
  trx: Executor,
  name: Name,
  payloads: readonly Jobs[Name][],
  { maxAttempts = 12, delaySeconds = 0, priority = 0 }: Omit<JobOptions, 'key'> = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const spec = sql`(${name}, ${traced(sql`payload`)}, null, now() + make_interval(secs => ${delaySeconds}), ${maxAttempts}, null, ${priority}, ${ownerOf({ organisation_id: sql`payload ->> 'organisation_id'` })})::graphile_worker.job_spec`;
  const specs = sql`array(select ${spec} from json_array_elements(${JSON.stringify(payloads)}::json) payload)`;
  await sql`select count(*) from graphile_worker.add_jobs(${specs})`.execute(trx);
}

/** Whether a running or waiting job has this value in its payload, as an SQL condition. Reads all jobs with the name, so it is meant for recurring jobs. */
export const isPending = <Name extends JobName>(name: Name, member: keyof Jobs[Name] & string, value: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = ${name} and job.payload ->> ${member}::text = ${value}::text and (job.attempts < job.max_attempts or job.locked_at is not null))`;

/** The running and waiting jobs with these names, as a table with their `name` and `payload`. */
export const waitingJobs = (names: readonly JobName[]): RawBuilder<unknown> =>
  sql`(select task.identifier as name, job.payload from graphile_worker._private_tasks task join graphile_worker._private_jobs job on job.task_id = task.id
    where task.identifier = any(${names}::text[]) and (job.attempts < job.max_attempts or job.locked_at is not null))`;

/** Cancels the job with this key when the current transaction commits. Returns false if the job is running, is done, or never existed. */
export async function cancelJob(trx: Executor, key: string): Promise<boolean> {
  const { rows } = await sql<{ id: string | null; locked_at: string | null }>`select id, locked_at from graphile_worker.remove_job(${key})`.execute(trx);
  return rows.some(({ id, locked_at }) => id !== null && locked_at === null);
}
