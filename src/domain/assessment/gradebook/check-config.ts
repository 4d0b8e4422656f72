import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { compare, hundredths } from '../grading/fraction.ts';
import { checkCriteria, pointsOfRubric } from '../rubrics/criteria.ts';
import { type BookKey, readSettings } from './rules.ts';

type Write = Shape<'LessonGradeConfigWrite'>;
type Checked = 'points' | 'category_id' | 'posting' | 'anonymous_grading' | 'overrides' | 'rubric' | 'rubric_change' | 'posted' | 'posted_for';

/** Checks the requested configuration of a lesson against the current one. @throws ValidationError */
export async function checkConfig(
  db: Executor,
  book: BookKey,
  { content_points, is_anonymous }: Shape<'LessonGradeConfig'>,
  { points, category_id, posting, anonymous_grading, overrides, rubric, rubric_change, posted, posted_for }: Pick<Write, Checked>,
): Promise<void> {
  const faults = new Faults();
  if (category_id !== null) {
    const { categories } = await readSettings(db, book);
    if (!categories.some(({ id }) => id === category_id.toLowerCase())) faults.add('category_id', 'unknown', 'The gradebook has no such category.');
  }
  overrides.forEach(({ cohort_id, enrollment_id }, index) => {
    if ((cohort_id === null) === (enrollment_id === null)) faults.add(`overrides.${index}`, 'one_target', 'Specify either a cohort or an enrolment.');
  });
  if (posted_for !== null && posted === null) faults.add('posted_for', 'not_allowed', 'Only allowed together with `posted`.');
  if (posted_for !== null && is_anonymous)
    faults.add('posted_for', 'anonymous', 'Grades for an anonymously graded lesson must be posted for everybody at once.');
  if (rubric_change === 'recompute' && (!rubric || rubric.is_feedback_only))
    faults.add('rubric_change', 'not_allowed', 'Grades can be recalculated only with a rubric that has points.');
  checkGrading(faults, { points, posting, anonymous_grading, rubric }, content_points);
  faults.check();
}

/** Checks the grading of a lesson against the points of its content, whatever its course. */
export function checkGrading(
  faults: Faults,
  { points, posting, anonymous_grading, rubric }: Pick<Write, 'points' | 'posting' | 'anonymous_grading' | 'rubric'>,
  contentPoints: number,
): void {
  if (anonymous_grading && posting === 'automatic') faults.add('posting', 'anonymous', 'Grades for an anonymously graded lesson must be posted manually.');
  if (rubric) checkRubric(faults, rubric, points ?? contentPoints);
}

function checkRubric(faults: Faults, { criteria, is_feedback_only }: NonNullable<Write['rubric']>, points: number): void {
  checkCriteria(criteria, 'rubric.criteria', faults);
  if (!is_feedback_only && compare(pointsOfRubric({ criteria }), hundredths(points)) !== 0)
    faults.add('rubric', 'points_differ', "The points for the best levels must add up to the lesson's points, unless the rubric is for feedback only.");
}
