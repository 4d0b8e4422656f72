import { sql } from 'kysely';

export const JOB_STATES = ['waiting', 'running', 'retrying', 'scheduled', 'dead'] as const;

export type JobState = (typeof JOB_STATES)[number];

/**
 * The state of a row `job`, as an SQL expression: a worker is running it (`running`), it was given up (`dead`), a worker should take it (`waiting`), its
 * next attempt is due later (`retrying`), or its first attempt is (`scheduled`).
 */
export const jobState = sql<JobState>`case
  when job.locked_at is not null then 'running' when job.attempts >= job.max_attempts then 'dead'
  when job.run_at <= now() then 'waiting' when job.attempts > 0 then 'retrying' else 'scheduled' end`;
