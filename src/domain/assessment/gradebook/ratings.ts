import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { LessonKey } from '../../learning/policies/policy.ts';
import { hundredths, rounded, sum } from '../grading/fraction.ts';
import type { StoredConfig } from './columns.ts';

type Rubric = NonNullable<StoredConfig['rubric']>;
type Rating = Shape<'RubricRating'>;

/** The ratings that are stored with a grade. */
export const ratingsOf = ({ ratings }: { ratings: unknown }): Rating[] => ratings as Rating[];

/** What a person rated: the levels in the order of the criteria, and the score that they make, which is null if the rubric is for feedback only. */
export interface Rated {
  ratings: Rating[];
  score: number | null;
}

/** Rates work by a rubric. A rubric that gives points needs a rating for each criterion. */
export function rate(faults: Faults, rubric: Rubric | null, given: readonly Shape<'RubricRatingWrite'>[]): Rated {
  if (!rubric) {
    faults.add('ratings', 'not_allowed', 'The lesson has no rubric.');
    return { ratings: [], score: null };
  }
  const { criteria, is_feedback_only } = rubric;
  given.forEach(({ criterion_id, level }, index) => {
    const criterion = criteria.find(({ id }) => id === criterion_id);
    const field = `ratings.${index}`;
    if (!criterion) faults.add(`${field}.criterion_id`, 'unknown', 'The rubric has no such criterion.');
    else if (given.findIndex((other) => other.criterion_id === criterion_id) < index)
      faults.add(`${field}.criterion_id`, 'duplicate', 'This criterion is rated more than once.');
    else if (!criterion.levels.some(({ title }) => title === level)) faults.add(`${field}.level`, 'unknown', 'The criterion has no such level.');
  });
  const ratings = criteria.flatMap(({ id, levels }): Rating[] => {
    const named = given.find(({ criterion_id }) => criterion_id === id)?.level;
    const level = levels.find(({ title }) => title === named);
    return level ? [{ criterion_id: id, level: level.title, points: level.points }] : [];
  });
  if (!is_feedback_only && ratings.length < criteria.length) faults.add('ratings', 'incomplete', 'Rate all criteria.');
  return { ratings, score: is_feedback_only ? null : rounded(sum(ratings.map(({ points }) => hundredths(points)))) };
}

/** Whether work in the lesson was rated by its rubric. */
export async function isRubricUsed(db: Executor, { organisationId, lessonId }: LessonKey): Promise<boolean> {
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
 * Gives each rated grade of a lesson the points that its levels have in a new rubric. Levels that it does not have count 0 and are no longer listed.
 * @returns the grades, and the ID of the change by which they can be found
 */
export async function recomputeRatings(
  trx: Executor,
  { organisationId, lessonId }: LessonKey,
  { criteria }: Rubric,
): Promise<{ changeId: string; grades: Rescored[] }> {
  const changeId = newId();
  const levels = criteria.flatMap(({ id, levels: all }, place) => all.map(({ title, points }) => ({ criterion_id: id, level: title, points, place })));
  const { rows } = await sql<Rescored>`with rated as (
      select enrollment_id, score from gradebook_grades where organisation_id = ${organisationId} and lesson_id = ${lessonId} and ratings <> '[]'
      order by enrollment_id for no key update),
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
