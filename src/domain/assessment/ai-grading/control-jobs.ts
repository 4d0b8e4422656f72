import { type RawBuilder, sql } from 'kysely';
import { CHARACTERS_PER_TOKEN } from '../../../platform/ai/ai-model.ts';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { lockUntilEnd } from '../../../platform/database/locks.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { giveAliases } from '../gradebook/aliases.ts';
import { readAgreements } from './agreement.ts';
import { ACTIVE, type AiJobPath, readJob, selectJobs, showJob } from './columns.ts';
import { costOf } from './costs.ts';
import { obstacleOf, readLesson } from './lesson.ts';
import { enqueueStep, finish } from './run-job.ts';
import { selectTargets } from './works.ts';

type Job = Shape<'AiGradingJob'>;
type Action = Shape<'AiJobAction'>;

/** Identifies a job in a path. */
export interface JobPath {
  courseId: string;
  jobId: string;
}

/** Tokens that a request and an answer contain besides the work: instructions, rubric and reasons. */
const TOKENS_AROUND = { input: 900, output: 300 };

/**
 * Starts a job over the work in a lesson that waits for a grade, or reports what the job would do. Of several concurrent starts, one wins.
 * @throws NotFoundError when the course has no such quiz or assignment
 * @throws DomainError ai_not_configured, not_gradable_by_ai, ai_job_active
 * @throws ValidationError for a cost limit while the costs are unknown
 */
export async function startGrading(
  { db, clock, ai }: Pick<Tools, 'db' | 'clock' | 'ai'>,
  caller: Caller,
  courseId: string,
  { lesson_id, max_tokens, max_cost_micros, dry_run }: Shape<'AiGradingStartWrite'>,
): Promise<Shape<'AiGradingStart'>> {
  requireIds(courseId);
  const { organisationId } = caller;
  const path = { courseId, lessonId: lesson_id };
  await requireCourse(db, organisationId, courseId);
  const lesson = await readLesson(db, organisationId, path);
  const model = requireModel(ai);
  checkLimits(model, max_cost_micros);
  const obstacle = obstacleOf(lesson);
  if (obstacle) throw new DomainError('not_gradable_by_ai', `The lesson cannot be graded with AI: ${obstacle}.`);
  const targets = selectTargets(organisationId, lesson_id, lesson.contentType);
  const estimate = await estimateCosts(db, model, targets);
  if (dry_run) return { job: null, estimate };
  const job = await inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await requireNoActiveJob(trx, organisationId, lesson_id);
    const id = newId();
    const values = { course_id: courseId, lesson_id, status: 'queued' as const, model: model.name, prices: json(model.prices), max_tokens, max_cost_micros };
    await trx
      .insertInto('ai_grading_jobs')
      .values({ organisation_id: organisationId, id, ...values, created_at: timeOf(clock) })
      .execute();
    await sql`insert into ai_grading_items (organisation_id, job_id, enrollment_id, work_id, work_number, is_calibration)
      select ${organisationId}, ${id}, enrollment_id, work_id, work_number, is_calibration from (${targets}) targets`.execute(trx);
    await nameLearners(trx, { organisationId, courseId, jobId: id });
    await enqueueStep(trx, { organisationId, jobId: id }, 1);
    await recordChange(trx, caller, { action: 'ai_grading.started', objectId: id, before: null, after: { lesson_id, max_tokens, max_cost_micros } });
    return readJob(trx, { organisationId, courseId, jobId: id });
  });
  return { job, estimate };
}

/** Gives the learners of a lesson that is graded anonymously the aliases by which staff know them. */
async function nameLearners(trx: Executor, { organisationId, courseId, jobId }: AiJobPath): Promise<void> {
  const items = await trx
    .selectFrom('ai_grading_items')
    .select('enrollment_id')
    .where('organisation_id', '=', organisationId)
    .where('job_id', '=', jobId)
    .execute();
  await giveAliases(trx, { organisationId, courseId }, [...new Set(items.map(({ enrollment_id }) => enrollment_id))]);
}

/** @throws DomainError ai_not_configured */
function requireModel(ai: Tools['ai']): NonNullable<Tools['ai']> {
  if (!ai) throw new DomainError('ai_not_configured', 'No language model is configured.');
  return ai;
}

function checkLimits({ prices }: NonNullable<Tools['ai']>, maxCost: number | null): void {
  if (maxCost !== null && prices === null)
    throw new ValidationError([
      { field: 'max_cost_micros', code: 'not_allowed', message: "The model's prices are not configured. Limit the number of tokens instead." },
    ]);
}

async function estimateCosts(db: Executor, { prices }: NonNullable<Tools['ai']>, targets: RawBuilder<unknown>): Promise<Shape<'AiGradingEstimate'>> {
  const { rows } = await sql<{ works: number; calibration: number; size: number }>`select count(*) filter (where not is_calibration)::int as works,
    count(*) filter (where is_calibration)::int as calibration, coalesce(sum(size), 0)::float8 as size from (${targets}) targets`.execute(db);
  const { works = 0, calibration = 0, size = 0 } = rows[0] ?? {};
  const all = works + calibration;
  const input = all * TOKENS_AROUND.input + Math.ceil(size / CHARACTERS_PER_TOKEN);
  return { works, calibration_works: calibration, usage: costOf(prices, input, all * TOKENS_AROUND.output) };
}

/**
 * Requires that no job of the lesson is active, and prevents one from becoming active until the transaction ends.
 * @throws DomainError ai_job_active, carrying the job
 */
async function requireNoActiveJob(trx: Executor, organisationId: string, lessonId: string): Promise<void> {
  await lockUntilEnd(trx, 'ai_grading', lessonId);
  const active = await trx
    .selectFrom('ai_grading_jobs')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    // Must match the condition of the index of active jobs.
    .where(sql<boolean>`status in ('queued', 'running', 'stopping')`)
    .executeTakeFirst();
  if (active) throw new DomainError('ai_job_active', 'The lesson already has an active AI grading job.', { job_id: active.id });
}

/** @throws NotFoundError */
export async function getJob({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, path: JobPath): Promise<Job> {
  requireIds(path.courseId, path.jobId);
  await requireCourse(db, organisationId, path.courseId);
  return readJob(db, { organisationId, ...path });
}

/** @throws NotFoundError when there is no such course */
export async function listActiveJobs({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, courseId: string, paging: Paging): Promise<Page<Job>> {
  await requireCourse(db, organisationId, courseId);
  const isActive = sql<boolean>`course_id = ${courseId} and status = any(${[...ACTIVE]}::text[])`;
  const [count, rows] = await Promise.all([
    countRows(db.selectFrom('ai_grading_jobs').where('organisation_id', '=', organisationId).where(isActive)),
    selectJobs(db, organisationId).where(isActive).orderBy('id', 'desc').$call(onPage(paging)).execute(),
  ]);
  const agreements = await readAgreements(
    db,
    organisationId,
    rows.map(({ id }) => id),
  );
  return { count, results: rows.map((row) => showJob(row, agreements)) };
}

const canBeCancelled = ({ status }: Job): boolean => ACTIVE.includes(status as (typeof ACTIVE)[number]);
const remaining = ({ items }: Job): number => items.pending + items.running;
const canBeResumed = (job: Job): boolean => (job.status === 'cancelled' || job.status === 'failed') && remaining(job) > 0;
const actionOn = (job: Job, isPossible: boolean): Action => ({ is_possible: isPossible, status: job.status, remaining_items: remaining(job) });

/** @throws NotFoundError */
export const getCancellation = async (tools: Pick<Tools, 'db'>, caller: Caller, path: JobPath): Promise<Action> => {
  const job = await getJob(tools, caller, path);
  return actionOn(job, canBeCancelled(job));
};

/** @throws NotFoundError */
export const getResumption = async (tools: Pick<Tools, 'db'>, caller: Caller, path: JobPath): Promise<Action> => {
  const job = await getJob(tools, caller, path);
  return actionOn(job, canBeResumed(job));
};

/**
 * Cancels a job. Works that are being judged are finished first.
 * @throws NotFoundError
 * @throws DomainError ai_job_over
 */
export function cancelJob({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, path: JobPath): Promise<Job> {
  return changeJob(db, caller, path, 'ai_grading.cancelled', async (trx, job, key) => {
    if (!canBeCancelled(job)) throw new DomainError('ai_job_over', 'The job has ended.');
    if (job.status === 'stopping') return;
    if (job.items.running === 0) return finish(trx, { clock }, key, 'cancelled');
    await sql`update ai_grading_jobs set status = 'stopping' where organisation_id = ${key.organisationId} and id = ${key.jobId}`.execute(trx);
  });
}

/**
 * Continues a job that was cancelled or failed with the works that have no result.
 * @throws NotFoundError
 * @throws DomainError ai_not_configured, ai_job_not_resumable, ai_job_active
 * @throws ValidationError for a cost limit while the costs are unknown
 */
export function resumeJob(
  { db, ai }: Pick<Tools, 'db' | 'ai'>,
  caller: Caller,
  path: JobPath,
  { max_tokens, max_cost_micros }: Shape<'AiGradingResume'>,
): Promise<Job> {
  return changeJob(db, caller, path, 'ai_grading.resumed', async (trx, job, key) => {
    checkLimits(requireModel(ai), max_cost_micros);
    if (!canBeResumed(job))
      throw new DomainError('ai_job_not_resumable', 'The job was not cancelled and has not failed, or there are no submissions left to assess.');
    await requireNoActiveJob(trx, key.organisationId, job.lesson_id);
    const { rows } = await sql<{ run: number }>`update ai_grading_jobs set status = 'queued', failure = null, finished_at = null, run = run + 1,
      max_tokens = ${max_tokens}, max_cost_micros = ${max_cost_micros} where organisation_id = ${key.organisationId} and id = ${key.jobId} returning run`.execute(
      trx,
    );
    await enqueueStep(trx, key, rows[0]?.run as number);
  });
}

/** Changes a job while it is locked. */
function changeJob(
  db: Executor,
  caller: Caller,
  path: JobPath,
  action: `ai_grading.${string}`,
  work: (trx: Executor, job: Job, key: AiJobPath) => Promise<void>,
): Promise<Job> {
  requireIds(path.courseId, path.jobId);
  const key = { organisationId: caller.organisationId, ...path };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, key.organisationId, path.courseId);
    await sql`select from ai_grading_jobs where organisation_id = ${key.organisationId} and id = ${path.jobId} for update`.execute(trx);
    const before = await readJob(trx, key);
    await work(trx, before, key);
    const after = await readJob(trx, key);
    const facts = ({ status, max_tokens, max_cost_micros, items }: Job) => ({ status, max_tokens, max_cost_micros, items });
    if (before.status !== after.status) await recordChange(trx, caller, { action, objectId: path.jobId, before: facts(before), after: facts(after) });
    return after;
  });
}
