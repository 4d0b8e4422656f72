import { sql } from 'kysely';
import { type AiModel, AiRefusedError } from '../../../platform/ai/ai-model.ts';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { outageOf } from '../../../platform/outages/outage.ts';
import { inquire } from '../../kernel/ask-model.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { notify } from '../../kernel/events/notify.ts';
import { newId } from '../../kernel/ids.ts';
import { type Attempt, enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { ACTIVE, selectJobs } from './columns.ts';
import { costOf } from './costs.ts';
import { type AiJobKey, publishEvent } from './events.ts';
import { type Judgement, questionAbout } from './judge-work.ts';
import { type ClaimedItem, readWork } from './read-work.ts';
import { isWaiting } from './works.ts';

type Job = Shape<'AiGradingJob'>;
type Reason = Shape<'AiItemReason'>;

/** Number of works that a job judges at the same time. */
const AT_ONCE = 4;
/** Enough attempts for an outage of the model of about half an hour. */
const MOST_ATTEMPTS = 8;

/** Enqueues the next step of a job, which begins or continues it. */
export const enqueueStep = (trx: Executor, { organisationId, jobId }: AiJobKey, run: number): Promise<void> =>
  enqueue(trx, 'grade_with_ai', { organisation_id: organisationId, job_id: jobId, run }, { maxAttempts: MOST_ATTEMPTS });

/**
 * Judges a few works of a job, and adds the next step. Everything that a step did is stored with each work, so that a step that is run again continues
 * where a killed process ended. No transaction is open while the model works.
 */
export async function runStep(tools: Tools<Database>, { organisation_id, job_id, run }: Jobs['grade_with_ai'], { isLast }: Attempt): Promise<void> {
  const key = { organisationId: organisation_id, jobId: job_id };
  const step = await claimStep(tools, key, run);
  if (!step) return;
  const outcomes = await Promise.allSettled(step.items.map((item) => judge(tools, step, item)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')?.reason as unknown;
  const isOver = await inTransaction(tools.db, async (trx) => {
    const isStopping = await lockStopping(trx, key);
    await release(trx, step);
    if (failure !== undefined && isStopping) await finish(trx, tools, key, 'cancelled');
    else if (failure === undefined) await enqueueStep(trx, key, run);
    else if (isLast) await finish(trx, tools, key, 'failed', outageOf(failure) ? 'model_unavailable' : 'internal_error');
    return failure === undefined || isStopping;
  });
  if (!isOver) throw failure;
}

/** Locks the job if it was cancelled, and returns whether it was. A cancelled job does not wait until the model is back. */
async function lockStopping(trx: Executor, { organisationId, jobId }: AiJobKey): Promise<boolean> {
  const { rows } =
    await sql`select from ai_grading_jobs where organisation_id = ${organisationId} and id = ${jobId} and status = 'stopping' for update`.execute(trx);
  return rows.length > 0;
}

interface Step extends AiJobKey {
  lessonId: string;
  ai: AiModel;
  /** Only the step that claimed a work stores its result. */
  claimId: string;
  items: ClaimedItem[];
}

/** Takes the next works, or ends the job. */
function claimStep(tools: Tools<Database>, key: AiJobKey, run: number): Promise<Step | null> {
  const { organisationId, jobId } = key;
  return inTransaction(tools.db, async (trx) => {
    const locked = await sql`select from ai_grading_jobs where organisation_id = ${organisationId} and id = ${jobId} and run = ${run} for update`.execute(trx);
    if (locked.rows.length === 0) return null;
    const job = await selectJobs(trx, organisationId).where('jobs.id', '=', jobId).executeTakeFirst();
    if (!job || !ACTIVE.includes(job.status as (typeof ACTIVE)[number])) return null;
    const { input, output } = job.usage;
    const { cost_micros } = costOf(job.prices, input, output);
    const isSpent =
      (job.max_tokens !== null && input + output >= job.max_tokens) || (job.max_cost_micros !== null && (cost_micros ?? 0) >= job.max_cost_micros);
    const end = (status: Job['status'], failure: Job['failure'] = null) => finish(trx, tools, key, status, failure).then(() => null);
    if (job.status === 'stopping') return end('cancelled');
    if (!tools.ai) return end('failed', 'not_configured');
    const claimId = newId();
    // Steps of a job follow one another, so a work that another step claimed was left behind by that step.
    const { rows: items } = await sql<ClaimedItem>`update ai_grading_items set status = 'running', claim_id = ${claimId}
      where organisation_id = ${organisationId} and id in (select id from ai_grading_items where organisation_id = ${organisationId} and job_id = ${jobId}
        and status in ('pending', 'running') order by is_calibration desc, id limit ${isSpent ? 0 : AT_ONCE})
      returning id, enrollment_id, work_id, is_calibration`.execute(trx);
    if (items.length === 0) return isSpent && job.items.pending + job.items.running > 0 ? end('failed', 'limit_reached') : end('completed');
    const now = timeOf(tools.clock);
    await sql`update ai_grading_jobs set status = 'running', started_at = coalesce(started_at, ${now}) where organisation_id = ${organisationId} and id = ${jobId}`.execute(
      trx,
    );
    return { ...key, lessonId: job.lesson_id, ai: tools.ai, claimId, items };
  });
}

/** Gives back the works that have no result. */
const release = (trx: Executor, { organisationId, jobId, claimId }: Step): Promise<unknown> =>
  sql`update ai_grading_items set status = 'pending', claim_id = null where organisation_id = ${organisationId} and job_id = ${jobId}
    and claim_id = ${claimId}`.execute(trx);

/** Ends an active job. Works without a result wait until the job is resumed. */
export async function finish(
  trx: Executor,
  { clock }: Pick<Tools, 'clock'>,
  { organisationId, jobId }: AiJobKey,
  status: Job['status'],
  failure: Job['failure'] = null,
): Promise<void> {
  await sql`update ai_grading_items set status = 'pending', claim_id = null where organisation_id = ${organisationId} and job_id = ${jobId}
    and status = 'running'`.execute(trx);
  const { numAffectedRows } = await sql`update ai_grading_jobs set status = ${status}, failure = ${failure}, finished_at = ${timeOf(clock)}
    where organisation_id = ${organisationId} and id = ${jobId} and status = any(${[...ACTIVE]}::text[])`.execute(trx);
  if (!numAffectedRows) return;
  await recordChange(trx, systemActor(organisationId), { action: 'ai_grading.finished', objectId: jobId, before: null, after: { status, failure } });
  await publishEvent(trx, 'ai_grading.finished', { organisationId, jobId });
  await notify(trx, { organisation_id: organisationId, event: 'ai_grading_finished', object_id: jobId });
}

/** Judges one work, and stores the result. @throws AiUnavailableError */
async function judge(tools: Tools<Database>, step: Step, item: ClaimedItem): Promise<void> {
  const { db, clock } = tools;
  const end = (status: 'failed' | 'skipped', reason: Reason) => store(db, step, item, { status, reason });
  const work = await readWork(db, step, item);
  if (!work) return end('skipped', 'work_gone');
  if (!work.isOpen && !item.is_calibration) return end('skipped', 'graded_by_person');
  const question = await questionAbout(tools, work);
  if ('unsupported' in question) return end('failed', 'unsupported_content');
  if ('judgement' in question) return store(db, step, item, { status: 'suggested', ...question.judgement, basis: work.basis });
  try {
    const { answer, faults } = await inquire(recording(db, clock, step, item), question.inquiry);
    if (faults) return await end('failed', 'invalid_answer');
    await store(db, step, item, { status: 'suggested', ...answer, basis: work.basis });
  } catch (error) {
    if (!(error instanceof AiRefusedError)) throw error;
    await end('failed', 'refused_by_model');
  }
}

type Result = { status: 'failed' | 'skipped'; reason: Reason } | ({ status: 'suggested'; basis: string } & Judgement);

/** Stores the result of a work. Work that a person has graded in the meantime gets no suggestion. */
async function store(db: Executor, { organisationId, claimId, lessonId }: Step, item: ClaimedItem, result: Result): Promise<void> {
  const values =
    result.status === 'suggested'
      ? { status: result.status, reason: null, score: result.score, parts: json(result.parts) as never, confidence: result.confidence, basis: result.basis }
      : { status: result.status, reason: result.reason };
  const isGraded = sql<boolean>`not is_calibration and (
    exists (select from gradebook_grades g where g.organisation_id = ai_grading_items.organisation_id and g.enrollment_id = ai_grading_items.enrollment_id
      and g.lesson_id = ${lessonId} and not ${isWaiting(sql`ai_grading_items.work_number`)}
      and not exists (select from quiz_attempts a where a.organisation_id = g.organisation_id and a.id = ai_grading_items.work_id))
    or exists (select from quiz_attempts a where a.organisation_id = ai_grading_items.organisation_id and a.id = ai_grading_items.work_id and not a.needs_grading))`;
  const ofItem = () =>
    db.updateTable('ai_grading_items').where('organisation_id', '=', organisationId).where('id', '=', item.id).where('claim_id', '=', claimId);
  if (result.status === 'suggested') await ofItem().set({ claim_id: null, status: 'skipped', reason: 'graded_by_person' }).where(isGraded).execute();
  await ofItem()
    .set({ claim_id: null, ...values })
    .execute();
}

/** Wraps the model so that every answer is stored together with its request, even if the answer cannot be used. */
const recording = (db: Executor, clock: Tools['clock'], { ai, organisationId, jobId }: Step, { id }: ClaimedItem): AiModel => ({
  ...ai,
  async write(request) {
    const answer = await ai.write(request);
    await db
      .insertInto('ai_grading_exchanges')
      .values({
        organisation_id: organisationId,
        id: newId(),
        job_id: jobId,
        item_id: id,
        instructions: request.instructions,
        input: request.input,
        picture_count: request.pictures?.length ?? 0,
        answer: answer.text.replaceAll('\0', ''),
        input_tokens: answer.inputTokens,
        output_tokens: answer.outputTokens,
        created_at: timeOf(clock),
      })
      .execute();
    return answer;
  },
});
