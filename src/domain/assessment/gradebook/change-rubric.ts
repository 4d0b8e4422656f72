import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { LessonKey } from '../../learning/policies/policy.ts';
import { namesIn } from './aliases.ts';
import { announceChange } from './announce-grades.ts';
import { lockGrades } from './posting.ts';
import type { BookKey } from './rules.ts';

type Config = Shape<'LessonGradeConfig'>;
type Rubric = NonNullable<Config['rubric']>;

/**
 * Decides what happens to the grades given by a rubric when the rubric changes.
 * @returns the grades that were computed again
 * @throws DomainError rubric_in_use without a choice
 */
export async function changeRubric(
  trx: Executor,
  book: BookKey,
  before: Config,
  { rubric, choice }: { rubric: Config['rubric']; choice: Shape<'RubricChange'> | null },
): Promise<Rescored[]> {
  const { lesson_id: lessonId, is_anonymous } = before;
  const lesson = { organisationId: book.organisationId, lessonId };
  if (isDeepStrictEqual(before.rubric, rubric) || !(await isRubricUsed(trx, lesson))) return [];
  if (choice === null)
    throw new DomainError(
      'rubric_in_use',
      'Submissions have already been graded using this rubric. Specify in `rubric_change` whether their grades are kept or recalculated.',
    );
  if (choice === 'keep' || !rubric) return [];
  const { changeId, grades } = await recomputeRatings(trx, lesson, rubric);
  await announceChange(trx, book, { changeId, postedAt: null, isUpdate: true });
  const enrollmentIds = grades.map(({ enrollment_id }) => enrollment_id);
  const nameOf = await namesIn(trx, book, { lessonIds: is_anonymous ? [lessonId] : [], enrollmentIds });
  return grades.map(({ enrollment_id, ...same }) => ({ ...same, enrollment_id: nameOf(lessonId, enrollment_id) }));
}

/** Whether work in the lesson was rated by its rubric. */
async function isRubricUsed(db: Executor, { organisationId, lessonId }: LessonKey): Promise<boolean> {
  const rated = await db
    .selectFrom('gradebook_grades')
    .select('enrollment_id')
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .where(sql<boolean>`ratings <> '[]'`)
    .limit(1)
    .executeTakeFirst();
  return rated !== undefined;
}

/** A score that a new rubric changed. */
export interface Rescored {
  enrollment_id: string;
  before: number | null;
  after: number | null;
}

/**
 * Gives each rated grade of a lesson the points that its levels have in a new rubric. Levels that the new rubric does not have count 0 and are no longer
 * listed.
 * @returns the grades, and the ID of the change by which they can be found
 */
async function recomputeRatings(
  trx: Executor,
  { organisationId, lessonId }: LessonKey,
  { criteria }: Rubric,
): Promise<{ changeId: string; grades: Rescored[] }> {
  const changeId = newId();
  await lockGrades(trx, { organisationId, lessonId });
  const levels = criteria.flatMap(({ id, levels: all }, place) => all.map(({ title, points }) => ({ criterion_id: id, level: title, points, place })));
  const { rows } = await sql<Rescored>`with rated as (
      select enrollment_id, score from gradebook_grades where organisation_id = ${organisationId} and lesson_id = ${lessonId} and ratings <> '[]'),
    found as (
      select g.enrollment_id, sum(l.points) as score,
        jsonb_agg(jsonb_build_object('criterion_id', l.criterion_id, 'level', l.level, 'points', l.points) order by l.place) as ratings
      from gradebook_grades g cross join jsonb_to_recordset(g.ratings) old (criterion_id text, level text)
        join jsonb_to_recordset(${json(levels)}) l (criterion_id text, level text, points numeric, place integer)
          on l.criterion_id = old.criterion_id and l.level = old.level
      where g.organisation_id = ${organisationId} and g.lesson_id = ${lessonId} and g.enrollment_id in (select enrollment_id from rated)
      group by g.enrollment_id)
    update gradebook_grades g set score = coalesce(found.score, 0), ratings = coalesce(found.ratings, '[]'), change_id = ${changeId}
    from rated left join found on found.enrollment_id = rated.enrollment_id
    where g.organisation_id = ${organisationId} and g.lesson_id = ${lessonId} and g.enrollment_id = rated.enrollment_id
    returning g.enrollment_id, rated.score::float8 as before, g.score::float8 as after`.execute(trx);
  return { changeId, grades: rows };
}
