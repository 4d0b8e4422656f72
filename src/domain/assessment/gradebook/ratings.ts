import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';
import { hundredths, rounded, sum } from '../grading/fraction.ts';
import type { StoredConfig } from './columns.ts';

type Rubric = NonNullable<StoredConfig['rubric']>;
type Rating = Shape<'RubricRating'>;

/** Returns the ratings that are stored with a grade. */
export const ratingsOf = ({ ratings }: { ratings: unknown }): Rating[] => ratings as Rating[];

/** A person's ratings: the levels in the order of the criteria, and the resulting score, which is null if the rubric is for feedback only. */
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
  if (!is_feedback_only && ratings.length < criteria.length) faults.add('ratings', 'incomplete', 'Every criterion must be rated.');
  return { ratings, score: is_feedback_only ? null : rounded(sum(ratings.map(({ points }) => hundredths(points)))) };
}
