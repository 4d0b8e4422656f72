import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, unless } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { amendGrade } from '../gradebook/amend-grade.ts';
import { getJob, type JobPath } from './control-jobs.ts';
import { writeGradeWithSuggestion } from './decide.ts';
import { readLesson } from './lesson.ts';
import { isStale, itemsOf, nameOf } from './suggestions.ts';
import { selectWorks } from './works.ts';

/** Greatest number of suggestions that one request accepts. */
const MOST_ACCEPTED = 50;

interface Acceptable {
  id: string;
  enrollment_id: string;
  name: string;
  work_number: number;
  score: number;
  parts: Shape<'AiSuggestedPart'>[];
}

/**
 * Accepts suggestions of a job for work that still waits for a grade, each as if a person had written the suggested points. Work that a person grades, replaces
 * or decides about in the meantime is left unchanged.
 * @throws NotFoundError
 * @throws DomainError agreement_too_low when the suggestions do not agree with people well enough
 */
export async function acceptSuggestions(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  caller: Caller,
  path: JobPath,
  { min_confidence, save_as, after }: Shape<'AiAcceptanceWrite'>,
): Promise<Shape<'AiAcceptance'>> {
  const { db } = tools;
  const { organisationId } = caller;
  const job = await getJob(tools, caller, path);
  if (!job.agreement.allows_bulk_acceptance)
    throw new DomainError('agreement_too_low', "The suggestions differ too much from people's grades to be accepted in bulk.");
  const lesson = { courseId: path.courseId, lessonId: job.lesson_id };
  const { contentType } = await readLesson(db, organisationId, lesson);
  const { total, items } = await selectAcceptable(db, organisationId, { ...path, ...lesson, contentType, min_confidence, after });
  let accepted = 0;
  const count = (isWritten: boolean) => {
    if (isWritten) accepted++;
  };
  for (const item of items) {
    await unless(
      'stale_grade',
      unless(
        'stale_suggestion',
        unless('not_found', unless('validation_error', acceptOne(tools, caller, { ...lesson, contentType }, item, save_as).then(count))),
      ),
    );
  }
  return { accepted, skipped: items.length - accepted, next_after: total > items.length ? (items.at(-1)?.id ?? null) : null };
}

/** Accepts a suggestion that is still undecided, unless the work is graded. @returns whether it was accepted */
function acceptOne(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  caller: Caller,
  { contentType, ...lesson }: Lesson,
  { id, enrollment_id, name, ...suggestion }: Acceptable,
  save_as: Shape<'AiAcceptanceWrite'>['save_as'],
): Promise<boolean> {
  const { organisationId } = caller;
  return inTransaction(tools.db, async (trx) => {
    const { rows } = await sql`select from ai_grading_items where organisation_id = ${organisationId} and id = ${id} and decision is null
      for no key update`.execute(trx);
    const open = await sql`select from (${selectWorks(organisationId, lesson.lessonId, contentType)}) works
      where enrollment_id = ${enrollment_id} and work_number = ${suggestion.work_number} and is_open`.execute(trx);
    if (rows.length === 0 || open.rows.length === 0) return false;
    const amendment = { ...gradeOf(suggestion, contentType), work_number: suggestion.work_number, save_as, ai_suggestion_id: id };
    const grade = await amendGrade(trx, { organisationId, enrollmentId: enrollment_id, lessonId: lesson.lessonId }, amendment);
    if (grade) await writeGradeWithSuggestion({ ...tools, db: trx }, caller, { ...lesson, enrollmentId: name }, grade);
    return grade !== null;
  });
}

interface Lesson {
  courseId: string;
  lessonId: string;
  contentType: 'quiz' | 'assignment';
}

interface Candidates extends Pick<Shape<'AiAcceptanceWrite'>, 'min_confidence' | 'after'> {
  jobId: string;
  lessonId: string;
  contentType: 'quiz' | 'assignment';
}

async function selectAcceptable(
  db: Executor,
  organisationId: string,
  { jobId, lessonId, contentType, min_confidence, after }: Candidates,
): Promise<{ total: number; items: Acceptable[] }> {
  const open = selectWorks(organisationId, lessonId, contentType);
  const found = await itemsOf(db, organisationId)
    .where('items.job_id', '=', jobId)
    .where('items.status', '=', 'suggested')
    .where('items.is_calibration', '=', false)
    .where('items.decision', 'is', null)
    .where(sql<boolean>`items.confidence >= ${min_confidence} and not (${isStale})`)
    .where(sql<boolean>`items.work_id in (select work_id from (${open}) works where is_open)`)
    .where(nameOf, 'is not', null)
    .$if(after !== null, (query) => query.where('items.id', '>', after))
    .select(['items.id', 'items.enrollment_id', 'items.work_number', 'items.parts'])
    .select([sql<string>`${nameOf}`.as('name'), sql<number>`items.score::float8`.as('score'), sql<number>`(count(*) over ())::int`.as('total')])
    .orderBy('items.id')
    .limit(MOST_ACCEPTED)
    .$castTo<Acceptable & { total: number }>()
    .execute();
  return { total: found[0]?.total ?? 0, items: found.map(({ total: _total, ...item }) => item) };
}

/** Returns the grade that follows from a suggestion: points for questions, ratings, or the score of blank work for which the rubric has no level. */
function gradeOf({ parts, score }: Pick<Acceptable, 'parts' | 'score'>, contentType: 'quiz' | 'assignment') {
  if (contentType === 'quiz') return { question_points: parts.map(({ id, points }) => ({ question_id: id, points })) };
  const ratings = parts.flatMap(({ id, level }) => (level === null ? [] : [{ criterion_id: id, level }]));
  return ratings.length === parts.length ? { ratings } : { score };
}
