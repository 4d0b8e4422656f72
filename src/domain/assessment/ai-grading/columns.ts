import { type RawBuilder, sql } from 'kysely';
import type { TextPrices } from '../../../platform/ai/ai-model.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { measureAgreement, readAgreements } from './agreement.ts';
import { costOf } from './costs.ts';

type Job = Shape<'AiGradingJob'>;

/** The states in which a job has work to do. A lesson has at most one such job, by the index `ai_grading_jobs_active`. */
export const ACTIVE = ['queued', 'running', 'stopping'] as const;

/** Number of items of a job in each state. For statements that read `jobs`. */
export const countsOf: RawBuilder<Shape<'AiItemCounts'>> = sql`(select json_build_object('total', count(*),
  ${sql.join((['pending', 'running', 'suggested', 'failed', 'skipped'] as const).flatMap((status) => [sql.lit(status), sql`count(*) filter (where status = ${sql.lit(status)})`]))})
  from ai_grading_items items where items.organisation_id = jobs.organisation_id and items.job_id = jobs.id)`;

/** Tokens that a job has spent, as reported by the endpoint for each answer, whether or not the answer could be used. */
const usageOf: RawBuilder<{ input: number; output: number }> =
  sql`(select json_build_object('input', coalesce(sum(input_tokens), 0), 'output', coalesce(sum(output_tokens), 0))
  from ai_grading_exchanges exchanges where exchanges.organisation_id = jobs.organisation_id and exchanges.job_id = jobs.id)`;

/** Identifies a job of a course. */
export interface AiJobPath {
  organisationId: string;
  courseId: string;
  jobId: string;
}

type JobRow = Omit<Job, 'usage' | 'agreement'> & { usage: { input: number; output: number }; prices: TextPrices | null };

export const selectJobs = (db: Executor, organisationId: string) =>
  db
    .selectFrom('ai_grading_jobs as jobs')
    .select(['id', 'lesson_id', 'status', 'failure', 'model', 'prices', 'created_at', 'started_at', 'finished_at'])
    .select([
      sql<number | null>`max_tokens::float8`.as('max_tokens'),
      sql<number | null>`max_cost_micros::float8`.as('max_cost_micros'),
      countsOf.as('items'),
      usageOf.as('usage'),
    ])
    .where('jobs.organisation_id', '=', organisationId)
    .$castTo<JobRow>();

/** @throws NotFoundError when the course has no such job */
export async function readJob(db: Executor, { organisationId, courseId, jobId }: AiJobPath): Promise<Job> {
  const row = await selectJobs(db, organisationId)
    .where('jobs.course_id', '=', courseId)
    .where('jobs.id', '=', jobId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const agreements = await readAgreements(db, organisationId, [row.id]);
  return showJob(row, agreements);
}

export function showJob({ usage, prices, ...job }: JobRow, agreements: ReadonlyMap<string, Job['agreement']>): Job {
  return { ...job, usage: costOf(prices, usage.input, usage.output), agreement: agreements.get(job.id) ?? measureAgreement([]) };
}
