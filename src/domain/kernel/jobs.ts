import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from '../../platform/database/connect.ts';
import { type JsonMembers, jsonObject } from '../../platform/database/json.ts';
import type { Tools } from './tools.ts';

/**
 * The payload of each job, by its name. Areas add theirs by declaration merging in a file `jobs.ts`. A payload names objects and holds no secrets: a job
 * creates its token when it runs.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Jobs {}

export type JobName = keyof Jobs;

/** A job without a payload: one that runs by the timetable. */
export type PlainJob = Record<never, never>;

type PlainJobName = { [Name in JobName]: object extends Jobs[Name] ? Name : never }[JobName];

export interface Attempt {
  /** Whether the job is not retried if this attempt fails. */
  isLast: boolean;
}

/** The implementations of jobs. Every job can run again without harm. */
export type JobRuns<Names extends JobName> = {
  readonly [Name in Names]: (tools: Tools<Database>, payload: Jobs[Name], attempt: Attempt) => Promise<void>;
};

/** When jobs run by themselves: cron expressions in UTC. */
export type Timetable = Readonly<Partial<Record<PlainJobName, string>>>;

interface JobOptions {
  /** Twelve attempts take about a day, five about a minute and a half. */
  maxAttempts?: number;
  /** Seconds to wait before the first attempt. */
  delaySeconds?: number;
  /** The key under which the job can be cancelled. A job replaces a waiting one with the same key. */
  key?: string | RawBuilder<string> | null;
  /** Jobs with the lowest number run first. */
  priority?: number;
}

/** The call that adds a job, for statements that add one for each of their rows. `members` are SQL expressions. */
export function addJob<Name extends JobName>(
  name: Name,
  members: JsonMembers<Jobs[Name]>,
  { maxAttempts = 12, delaySeconds = 0, key = null, priority = 0 }: JobOptions = {},
): RawBuilder<unknown> {
  return addJobWith(name, jsonObject(members), { maxAttempts, delaySeconds, key, priority });
}

const addJobWith = (name: JobName, payload: RawBuilder<unknown>, { maxAttempts, delaySeconds, key, priority }: Required<JobOptions>) =>
  sql`graphile_worker.add_job(${name}, ${payload}, max_attempts => ${maxAttempts}::int,
    run_at => now() + make_interval(secs => ${delaySeconds}), job_key => ${key}::text, priority => ${priority}::int)`;

/** Adds a job to the current transaction. It runs if and only if the transaction commits. */
export async function enqueue<Name extends JobName>(
  trx: Executor,
  name: Name,
  payload: Jobs[Name],
  { maxAttempts = 12, delaySeconds = 0, key = null, priority = 0 }: JobOptions = {},
): Promise<void> {
  const call = addJobWith(name, sql`${JSON.stringify(payload)}::json`, { maxAttempts, delaySeconds, key, priority });
  await sql`select ${call}`.execute(trx);
}

/** Adds the same job with each of these payloads, in one statement. */
export async function enqueueAll<Name extends JobName>(
  trx: Executor,
  name: Name,
  payloads: readonly Jobs[Name][],
  { maxAttempts = 12, delaySeconds = 0, priority = 0 }: Omit<JobOptions, 'key'> = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const call = addJobWith(name, sql`payload`, { maxAttempts, delaySeconds, key: null, priority });
  await sql`select ${call} from json_array_elements(${JSON.stringify(payloads)}::json) payload`.execute(trx);
}

/** Cancels the job with this key when the current transaction commits. Returns false if it is running, done, or never existed. */
export async function cancelJob(trx: Executor, key: string): Promise<boolean> {
  const { rows } = await sql<{ id: string | null; locked_at: string | null }>`select id, locked_at from graphile_worker.remove_job(${key})`.execute(trx);
  return rows.some(({ id, locked_at }) => id !== null && locked_at === null);
}
