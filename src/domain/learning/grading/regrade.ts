import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import type { FollowUp } from '../../kernel/events/publish-event.ts';
import { Failures } from '../../kernel/failures.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue, enqueueAll } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { LessonKey } from '../policies/policy.ts';
import { type Answer, idOf, type Question } from '../quizzes/answers.ts';
import { lockRegrades, newestRules, rulesSince, selectRegrades } from '../quizzes/regrades.ts';
import { type QuizScore, type RegradeRule, scoreQuiz } from '../quizzes/score.ts';

/** A question whose key was wrong, and how the attempts that have begun are scored from now on. */
export type Regrade = Pick<RegradeRule, 'question_id' | 'mode'>;

/** The changes that a regrade would make. Only attempts that were submitted or ran out of time are counted. */
export interface RegradePreview {
  attempts: number;
  /** Numbers of attempts whose percentage rises or falls, and of those whose verdict changes. */
  rises: number;
  falls: number;
  pass_changes: number;
  /** Questions for which a person gave the points, which stay as they are. */
  kept: { enrollment_id: string; attempt_id: string; question_id: string }[];
}

/** The progress of a regrade. */
export interface RegradeProgress {
  id: string;
  made_at: string;
  attempts: number;
  done: number;
  /** Null while the regrade is running. */
  finished_at: string | null;
}

interface AttemptRow {
  id: string;
  enrollment_id: string;
  quiz: Shape<'QuizContent'>;
  answers: Answer[];
  started_at: string;
  given_points: Record<string, number>;
  score_points: number;
  score_percent: number | null;
  is_passed: boolean | null;
}

const BATCH = 100;

/**
 * Returns what a regrade would change, without changing anything.
 * @throws ValidationError as `startRegrade`
 */
export async function previewRegrade(db: Executor, lesson: LessonKey, regrade: readonly Regrade[]): Promise<RegradePreview> {
  const rules = await resolveRules(db, lesson, regrade);
  const stored = await selectRegrades(db, lesson);
  const preview: RegradePreview = { attempts: 0, rises: 0, falls: 0, pass_changes: 0, kept: [] };
  for (let after: string = NIL; ; ) {
    const attempts = await selectFinished(db, lesson, after).execute();
    for (const attempt of attempts) {
      preview.attempts++;
      const score = rescoreIfPossible(attempt, [...rulesSince(stored, attempt.started_at), ...rules]);
      if (!score) continue;
      const [before, now] = [attempt.score_percent, score.score_percent];
      if (before !== null && now !== null && now > before) preview.rises++;
      if (before !== null && now !== null && now < before) preview.falls++;
      if (score.is_passed !== attempt.is_passed) preview.pass_changes++;
      const given = rules.filter(({ question_id }) => question_id in attempt.given_points);
      preview.kept.push(...given.map(({ question_id }) => ({ enrollment_id: attempt.enrollment_id, attempt_id: attempt.id, question_id })));
    }
    const end = attempts.at(-1);
    if (!end || attempts.length < BATCH) return preview;
    after = end.id;
    await setImmediate();
  }
}

/**
 * Makes new rules apply to the attempts of a quiz that have begun. A job rescores those that are finished, in batches; running attempts are scored by the rules
 * when they end. Attempts that begin later use the key of their time. Nobody loses a completed lesson because of it.
 * @param followUps returns the jobs to run when rescoring has finished; they find the attempts with changed scores by the ID of the regrade
 * @throws ValidationError for a lesson that is not a quiz, and for questions that are unknown, named more than once, or have no key. Fields begin with
 * `regrade.<index>.`.
 */
export async function startRegrade(
  trx: Executor,
  lesson: LessonKey,
  regrade: readonly Regrade[],
  now: string,
  followUps: (regradeId: string) => readonly FollowUp[],
): Promise<void> {
  const rules = await resolveRules(trx, lesson, regrade);
  const { organisationId, lessonId } = lesson;
  await lockRegrades(trx, lesson, 'regrades');
  const id = newId();
  await trx
    .insertInto('quiz_regrades')
    .values({
      organisation_id: organisationId,
      id,
      lesson_id: lessonId,
      made_at: now,
      rules: json(rules) as never,
      attempts: sql<number>`(select count(*)::int from quiz_attempts where organisation_id = ${organisationId} and lesson_id = ${lessonId}
        and submitted_at is not null)`,
    })
    .execute();
  const then = followUps(id);
  await enqueue(trx, 'regrade_attempts', { organisation_id: organisationId, lesson_id: lessonId, regrade_id: id, then });
}

/** Returns the progress of the newest regrade of a lesson, or undefined if there was none. */
export const readRegradeProgress = (db: Executor, { organisationId, lessonId }: LessonKey): Promise<RegradeProgress | undefined> =>
  db
    .selectFrom('quiz_regrades')
    .select(['id', 'made_at', 'attempts', 'done', 'finished_at'])
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Rescores all finished attempts of a lesson in batches, each in its own transaction. Repeating it changes nothing. An attempt that cannot be scored keeps its
 * score.
 * @throws AggregateError if there are such attempts, after all others were rescored
 */
export async function regradeAttempts(
  { db }: Pick<Tools, 'db'>,
  { regradeId, ...lesson }: LessonKey & { regradeId: string },
  then: readonly FollowUp[],
): Promise<void> {
  const progress = (values: object) =>
    db
      .updateTable('quiz_regrades')
      .set(values)
      .where('organisation_id', '=', lesson.organisationId)
      .where('id', '=', regradeId)
      .where('finished_at', 'is', null);
  const failures = new Failures();
  await progress({ done: 0 }).execute();
  for (let after: string = NIL; ; ) {
    const from = after;
    const attempts = await inTransaction(db, (trx) => rescoreBatch(trx, lesson, { regradeId, after: from, failures }));
    await progress({ done: sql`least(attempts, done + ${attempts.length}::int)` }).execute();
    const end = attempts.at(-1);
    if (!end || attempts.length < BATCH) break;
    after = end.id;
    await setImmediate();
  }
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('quiz_regrades')
      .set({ done: sql<number>`attempts`, finished_at: sql<string>`now()` })
      .where('organisation_id', '=', lesson.organisationId)
      .where('id', '=', regradeId)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await enqueue(trx, 'complete_passed', { organisation_id: lesson.organisationId, lesson_id: lesson.lessonId });
    for (const { job, payload } of then) await enqueueAll(trx, job, [payload]);
  });
  failures.check('attempts could not be scored once more');
}

async function rescoreBatch(
  trx: Executor,
  lesson: LessonKey,
  { regradeId, after, failures }: { regradeId: string; after: string; failures: Failures },
): Promise<AttemptRow[]> {
  const attempts = await selectFinished(trx, lesson, after).forNoKeyUpdate().execute();
  const stored = await selectRegrades(trx, lesson);
  const rescored: { attempt: AttemptRow; score: QuizScore }[] = [];
  for (const attempt of attempts)
    await failures.note(attempt.id, async () => rescored.push({ attempt, score: rescore(attempt, rulesSince(stored, attempt.started_at)) }));
  await saveScores(
    trx,
    lesson,
    rescored.map(({ attempt, score }) => ({ id: attempt.id, ...score })),
  );
  const changed = rescored.filter(
    ({ attempt, score }) =>
      score.score_points !== attempt.score_points || score.score_percent !== attempt.score_percent || score.is_passed !== attempt.is_passed,
  );
  await trx
    .updateTable('quiz_attempts')
    .set({ regrade_id: regradeId })
    .where('organisation_id', '=', lesson.organisationId)
    .where('id', '=', sql<string>`any(${changed.map(({ attempt }) => attempt.id)}::uuid[])`)
    .execute();
  return attempts;
}

/** Stores new scores of attempts, in one statement. */
export async function saveScores(
  trx: Executor,
  { organisationId }: Pick<LessonKey, 'organisationId'>,
  scores: readonly ({ id: string } & QuizScore)[],
): Promise<void> {
  if (scores.length === 0) return;
  await sql`update quiz_attempts q set score_points = s.score_points, max_points = s.max_points, score_percent = s.score_percent, is_passed = s.is_passed,
      needs_grading = s.needs_grading, results = s.results
    from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) s (id uuid, score_points numeric, max_points numeric, score_percent numeric, is_passed boolean,
      needs_grading boolean, results jsonb)
    where q.organisation_id = ${organisationId} and q.id = s.id`.execute(trx);
}

const rescore = ({ quiz, answers, given_points }: AttemptRow, rules: readonly RegradeRule[]): QuizScore =>
  scoreQuiz(quiz, answers, { regrade: newestRules(rules), given: given_points });

/** Rescores an attempt, or returns null if it cannot be scored. A regrade reports such attempts to the operators. */
function rescoreIfPossible(attempt: AttemptRow, rules: readonly RegradeRule[]): QuizScore | null {
  try {
    return rescore(attempt, rules);
  } catch {
    return null;
  }
}

const selectFinished = (db: Executor, { organisationId, lessonId }: LessonKey, after: string) =>
  db
    .selectFrom('quiz_attempts')
    .select(['id', 'enrollment_id', 'quiz', 'answers', 'started_at', 'given_points', 'is_passed'])
    .select([sql<number>`score_points::float8`.as('score_points'), sql<number | null>`score_percent::float8`.as('score_percent')])
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .where('submitted_at', 'is not', null)
    // The remaining answers of an erased learner would yield a different score.
    .where('answers_erased_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .$castTo<AttemptRow>();

/** Completes the rules with the current keys of the quiz. */
async function resolveRules(db: Executor, { organisationId, lessonId }: LessonKey, regrade: readonly Regrade[]): Promise<RegradeRule[]> {
  const { content_type, content } = await db
    .selectFrom('lessons')
    .select(['content_type', 'content'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const faults = new Faults();
  if (content_type !== 'quiz') faults.add('regrade', 'not_allowed', 'Only quizzes can be regraded.');
  const questions = content_type === 'quiz' ? ((content as Shape<'QuizContent'> | null)?.questions ?? []) : [];
  const known = new Map(questions.map((question: Question) => [idOf(question), question]));
  const gone = await askedBefore(
    db,
    { organisationId, lessonId },
    regrade.map(({ question_id }) => question_id).filter((id) => !known.has(id)),
  );
  const rules = regrade.map(({ question_id, mode }, index): RegradeRule => {
    const at = `regrade.${index}`;
    const question = known.get(question_id) ?? null;
    const needsKey = mode === 'new_key' || mode === 'either_key';
    if (!question && (needsKey || !gone.has(question_id))) faults.add(`${at}.question_id`, 'unknown', 'The quiz has no such question.');
    else if (needsKey && question?.type === 'essay') faults.add(`${at}.mode`, 'not_allowed', 'An essay question has no answer key.');
    if (regrade.findIndex((other) => other.question_id === question_id) < index)
      faults.add(`${at}.question_id`, 'duplicate', 'This question is listed more than once.');
    return { question_id, mode, question: needsKey ? question : null };
  });
  faults.check();
  return rules;
}

/** Returns which of the questions are in an attempt, although the quiz no longer has them. */
async function askedBefore(db: Executor, { organisationId, lessonId }: LessonKey, questionIds: readonly string[]): Promise<Set<string>> {
  if (questionIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select distinct question ->> 'id' as id from quiz_attempts, jsonb_array_elements(quiz -> 'questions') question
    where organisation_id = ${organisationId} and lesson_id = ${lessonId} and question ->> 'id' = any(${questionIds}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
