import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { person } from '../../kernel/person.ts';
import type { Tools } from '../../kernel/tools.ts';
import { selectNewest } from '../ai-grading/suggestions.ts';
import { selectWorks } from '../ai-grading/works.ts';
import { ALIAS_LENGTH } from '../gradebook/aliases.ts';
import { emptyCell } from '../gradebook/show-cells.ts';
import { selectAnswers } from './answers.ts';
import { assignedTo } from './assigned.ts';
import { type ReviewedLesson, type ReviewPath, requireReviewed } from './lesson.ts';

type Status = Shape<'ReviewStatus'>;
type Item = Shape<'ReviewItem'>;

/** A filter for the learners who have handed in work. */
export interface ReviewFilter {
  status?: Status | undefined;
  /** A question of a quiz whose answers, in every attempt, are listed instead of learners. */
  question_id?: string | undefined;
  /** The member of staff to whom the learners are assigned. */
  assigned_to?: string | undefined;
}

/** Confidence below which a person must look at a suggestion. */
const SURE_CONFIDENCE = 0.6;

/**
 * Selects the learners who have handed in work. `id` is how staff know them: the enrollment, or the random alias in a lesson that is graded anonymously. It
 * orders the queue, so that the next and the previous learner stay the same while work is graded.
 */
function selectQueue(reviewed: ReviewedLesson, questionId: string | undefined): RawBuilder<unknown> {
  if (questionId !== undefined) return selectAnswerQueue(reviewed, questionId);
  const { organisationId, lessonId, lesson } = reviewed;
  const aliases = sql`join gradebook_aliases alias on alias.organisation_id = ${organisationId} and alias.lesson_id = ${lessonId}
    and alias.enrollment_id = works.enrollment_id`;
  return sql`select ${lesson.isAnonymous ? sql`alias.id` : sql`works.enrollment_id`} as id, works.enrollment_id, max(works.work_number) as work_number,
      bool_or(works.is_open) as is_waiting, null::jsonb as answer
    from (${selectWorks(organisationId, lessonId, lesson.contentType)}) works ${lesson.isAnonymous ? aliases : sql``} group by 1, 2`;
}

/** Selects the answers to a question. Those whose points are not known yet wait for a grade. */
const selectAnswerQueue = (lesson: ReviewedLesson, questionId: string): RawBuilder<unknown> =>
  sql`select id, enrollment_id, work_number, points is null as is_waiting, jsonb_build_object('group_id', group_id, 'group_size', count(*) over (partition by
      group_id), 'given', answer, 'points', points, 'max_points', most, 'given_points', given_points) as answer from (${selectAnswers(lesson, questionId)}) answers`;

/** Equal answers follow one another, beginning with those that most learners gave. */
const IN_ORDER = sql`(queue.answer ->> 'group_size')::int desc, queue.answer ->> 'group_id', queue.id, queue.work_number`;

/** Whether a person must look at the suggestion for a learner of the queue. */
const needsLook = sql<boolean>`queue.is_waiting and item.decision is null
  and (item.status = 'failed' or item.is_stale or item.confidence < ${sql.lit(SURE_CONFIDENCE)})`;

/** Returns facts about the learners of `queue`, for statements that read it. */
function factsOf(db: Executor, { organisationId, lessonId }: ReviewedLesson) {
  const ofLearner = (table: string) =>
    sql`${sql.ref(`${table}.organisation_id`)} = ${organisationId} and ${sql.ref(`${table}.enrollment_id`)} = queue.enrollment_id`;
  const newest = selectNewest(db, { organisationId, lessonId }, sql`queue.enrollment_id`);
  return {
    newest,
    cell: sql<Item['cell'] | null>`(select cell from gradebook_results r cross join jsonb_array_elements(r.cells) cell
      where ${ofLearner('r')} and cell ->> 'lesson_id' = ${lessonId} limit 1)`,
    isLate: sql<boolean>`exists (select from gradebook_results r where ${ofLearner('r')} and r.late_lessons @> to_jsonb(${lessonId}::text))`,
    isRegraded: sql<boolean>`exists (select from quiz_attempts a where ${ofLearner('a')} and a.lesson_id = ${lessonId} and a.regrade_id is not null)`,
    isFlagged: sql<boolean>`exists (select from (${newest}) item where ${needsLook})`,
  };
}

/** Selects the learners of the queue who match a filter. The gradebook computes lateness, which is therefore as of the last computation. */
function matching(db: Executor, lesson: ReviewedLesson, { status, question_id, assigned_to }: ReviewFilter): RawBuilder<unknown> {
  const { isLate, isRegraded, isFlagged } = factsOf(db, lesson);
  const conditions: Record<Status, RawBuilder<boolean>> = {
    ungraded: sql`queue.is_waiting`,
    late: isLate,
    flagged: isFlagged,
    regraded: isRegraded,
  };
  const isAssigned = assigned_to === undefined ? sql`true` : sql`queue.enrollment_id in (${assignedTo(lesson, assigned_to)})`;
  return sql`(${selectQueue(lesson, question_id)}) queue where ${status === undefined ? sql`true` : conditions[status]} and ${isAssigned}`;
}

/**
 * Lists the learners whose work in a lesson can be reviewed.
 * @throws NotFoundError when the gradebook has no such lesson
 */
export async function listReview(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  path: ReviewPath,
  { page, page_size, ...filter }: ReviewFilter & Paging,
): Promise<Page<Item>> {
  const lesson = await requireReviewed(db, organisationId, path);
  const { isAnonymous } = lesson.lesson;
  const found = matching(db, lesson, filter);
  const { cell, isRegraded, newest } = factsOf(db, lesson);
  const [counted, { rows }] = await Promise.all([
    sql<{ count: number }>`select count(*)::int as count from ${found}`.execute(db),
    sql<Omit<Item, 'cell' | 'alias' | 'is_flagged'> & { cell: Item['cell'] | null; is_flagged: boolean | null }>`
      select queue.id as enrollment_id, ${isAnonymous ? sql`null` : person} as user, queue.work_number, queue.is_waiting, queue.answer, ${isRegraded} as is_regraded,
        ${needsLook} as is_flagged, ${cell} as cell, case when item.id is not null then to_jsonb(item) end as suggestion
      from (select queue.* from ${found} order by ${IN_ORDER} limit ${page_size} offset ${(page - 1) * page_size}) queue
      join enrollments on enrollments.organisation_id = ${organisationId} and enrollments.id = queue.enrollment_id
      join users on users.id = enrollments.user_id
      left join lateral (${newest}) item on true
      order by ${IN_ORDER}`.execute(db),
  ]);
  const results = rows.map((row) => ({
    ...row,
    alias: isAnonymous ? row.enrollment_id.slice(0, ALIAS_LENGTH) : null,
    is_flagged: row.is_flagged ?? false,
    cell: row.cell ?? emptyCell(lesson.lessonId),
  }));
  return { count: counted.rows[0]?.count ?? 0, results };
}

/** Returns the learners of the queue before and after a learner, who may no longer be in it. */
export async function readNeighbours(
  db: Executor,
  lesson: ReviewedLesson,
  id: string,
  filter: ReviewFilter,
): Promise<Pick<Shape<'Review'>, 'next_enrollment_id' | 'previous_enrollment_id'>> {
  const found = matching(db, lesson, filter);
  const { rows } = await sql<Pick<Shape<'Review'>, 'next_enrollment_id' | 'previous_enrollment_id'>>`
    select (select queue.id from ${found} and queue.id > ${id} order by queue.id limit 1) as next_enrollment_id,
      (select queue.id from ${found} and queue.id < ${id} order by queue.id desc limit 1) as previous_enrollment_id`.execute(db);
  return rows[0] ?? { next_enrollment_id: null, previous_enrollment_id: null };
}
