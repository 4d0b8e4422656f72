import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type LessonKey, lessonAnonymity } from '../../learning/policies/policy.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import type { JobPath } from './control-jobs.ts';
import { rubricBasis } from './read-work.ts';

type Suggestion = Shape<'AiSuggestion'>;

/** Whether the work was replaced or the rubric has changed. An attempt is never replaced. For statements that read `items`, `jobs` and `config`. */
export const isStale: RawBuilder<boolean> = sql`not exists (select from quiz_attempts a where a.organisation_id = items.organisation_id and a.id = items.work_id)
  and (items.basis is distinct from ${rubricBasis} or exists (select from submissions later where later.organisation_id = items.organisation_id
    and later.enrollment_id = items.enrollment_id and later.lesson_id = jobs.lesson_id and later.number > items.work_number))`;

/** Selects the items of jobs, joined with everything that determines whether they are stale and how their learners are named. */
export const itemsOf = (db: Executor, organisationId: string) =>
  db
    .selectFrom('ai_grading_items as items')
    .innerJoin('ai_grading_jobs as jobs', (join) => join.onRef('jobs.organisation_id', '=', 'items.organisation_id').onRef('jobs.id', '=', 'items.job_id'))
    .leftJoin('gradebook_lessons as config', (join) =>
      join.onRef('config.organisation_id', '=', 'jobs.organisation_id').onRef('config.lesson_id', '=', 'jobs.lesson_id'),
    )
    .where('items.organisation_id', '=', organisationId);

/** The enrollment, or the alias while the lesson is graded anonymously, in which case learners without an alias are not listed. */
export const nameOf: RawBuilder<string | null> = sql`case when exists (select from lesson_policies where lesson_policies.organisation_id = jobs.organisation_id
    and lesson_policies.lesson_id = jobs.lesson_id and ${lessonAnonymity})
  then (select alias.id from gradebook_aliases alias where alias.organisation_id = items.organisation_id and alias.lesson_id = jobs.lesson_id
    and alias.enrollment_id = items.enrollment_id) else items.enrollment_id end`;

const ofJob = (db: Executor, organisationId: string, { courseId, jobId }: JobPath) =>
  itemsOf(db, organisationId).where('jobs.course_id', '=', courseId).where('items.job_id', '=', jobId).where(nameOf, 'is not', null);

const selectSuggestions = (items: ReturnType<typeof itemsOf>) =>
  items
    .select(['items.id', 'items.job_id', 'items.work_number', 'items.is_calibration', 'items.status', 'items.reason', 'items.parts', 'items.decision'])
    .select([
      nameOf.as('enrollment_id'),
      sql<number | null>`items.score::float8`.as('score'),
      sql<number | null>`items.confidence::float8`.as('confidence'),
      sql<boolean>`items.status = 'suggested' and ${isStale}`.as('is_stale'),
    ])
    .$castTo<Suggestion>();

/**
 * Selects the newest result of AI grading for the work of a learner in a lesson.
 * @param enrollmentId an ID, or an expression of the statement around it
 */
export const selectNewest = (db: Executor, { organisationId, lessonId }: LessonKey, enrollmentId: RawBuilder<string>) =>
  selectSuggestions(itemsOf(db, organisationId))
    .where('jobs.lesson_id', '=', lessonId)
    .where('items.enrollment_id', '=', enrollmentId)
    .where('items.is_calibration', '=', false)
    .where('items.status', 'in', ['suggested', 'failed'])
    .orderBy('jobs.created_at', 'desc')
    .orderBy('items.work_number', 'desc')
    .orderBy('jobs.id', 'desc')
    .limit(1);

/** @throws NotFoundError */
export async function requireJob(db: Executor, organisationId: string, { courseId, jobId }: JobPath): Promise<void> {
  requireIds(courseId, jobId);
  await requireCourse(db, organisationId, courseId);
  await db
    .selectFrom('ai_grading_jobs')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Lists the items of a job in an order that reveals nothing about the learners.
 * @throws NotFoundError */
export async function listSuggestions(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  path: JobPath,
  { status, ...paging }: Paging & { status?: Suggestion['status'] | undefined },
): Promise<Page<Suggestion>> {
  await requireJob(db, organisationId, path);
  const isWanted = sql<boolean>`items.status = coalesce(${status ?? null}::text, items.status)`;
  const [{ count }, rows] = await Promise.all([
    ofJob(db, organisationId, path).where(isWanted).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
    selectSuggestions(ofJob(db, organisationId, path))
      .where(isWanted)
      .orderBy('items.id')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results: rows };
}

/** @throws NotFoundError */
export const readSuggestion = (db: Executor, organisationId: string, { id, ...path }: JobPath & { id: string }): Promise<Suggestion> =>
  selectSuggestions(ofJob(db, organisationId, path))
    .where('items.id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFoundError());

/** Returns a suggestion with the requests to the model and its answers.
 * @throws NotFoundError */
export async function getSuggestion(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  { id, ...path }: JobPath & { id: string },
): Promise<Shape<'AiSuggestionDetail'>> {
  requireIds(id);
  await requireJob(db, organisationId, path);
  const { model, ...suggestion } = await selectSuggestions(ofJob(db, organisationId, path))
    .select('jobs.model')
    .where('items.id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const exchanges = await db
    .selectFrom('ai_grading_exchanges')
    .select(['instructions', 'input', 'picture_count', 'answer', 'input_tokens', 'output_tokens', 'created_at'])
    .where('organisation_id', '=', organisationId)
    .where('item_id', '=', id)
    .where('instructions', 'is not', null)
    .orderBy('id')
    .limit(100)
    .$castTo<Omit<Shape<'AiExchange'>, 'model'>>()
    .execute();
  return { ...suggestion, exchanges: exchanges.map((exchange) => ({ model, ...exchange })) };
}
