import { checkGrading } from '../../assessment/gradebook/check-config.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { maxPoints } from '../../studio/lesson-content/paper.ts';
import type { ImportedLesson } from './formats/format.ts';

type Grading = NonNullable<ImportedLesson['grading']>;
type Assessed = Pick<ImportedLesson, 'content_type' | 'content'>;

/** Returns how a lesson is graded, with as little changed as its points allow: a rubric whose points do not add up is for feedback only. */
export function fittingGrading(lesson: Assessed, grading: Grading | null): Grading | null {
  const points = pointsOf(lesson);
  if (grading === null || points === null) return null;
  const rubrics = [grading.rubric, grading.rubric && { ...grading.rubric, is_feedback_only: true }, null];
  const variants = [grading.posting, null].flatMap((posting) => rubrics.map((rubric) => ({ ...grading, posting, rubric })));
  return variants.find((variant) => isRight(variant, points)) ?? null;
}

function isRight(grading: Grading, points: number): boolean {
  const faults = new Faults();
  checkGrading(faults, grading as Parameters<typeof checkGrading>[1], points);
  return faults.list.length === 0;
}

/** Returns the points that the database computes from the content. */
function pointsOf({ content_type, content }: Assessed): number | null {
  if (content === null) return null;
  if (content_type === 'assignment') return (content as Shape<'AssignmentContent'>).points;
  const { questions } = content as Shape<'QuizContent'>;
  return content_type === 'quiz' && questions.length > 0 ? maxPoints(content as Parameters<typeof maxPoints>[0]) : null;
}
