import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { measureQuiz, pagesOn } from './fitting.ts';
import { LAYOUTS } from './layout/layouts.ts';
import { currentLearners } from './learners.ts';
import { newestPrints } from './prints.ts';
import { readSheetLesson, type SheetLessonPath } from './sheet-lesson.ts';
import { showSummary } from './show-geometry.ts';

/**
 * Tells whether and how a lesson can be printed.
 * @throws NotFoundError
 */
export async function getSheetOptions(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  path: SheetLessonPath,
): Promise<Shape<'SheetOptions'>> {
  const lesson = await readSheetLesson(db, organisationId, path);
  const { obstacles, ...needs } = measureQuiz(lesson);
  const counts = await currentLearners(db, { organisationId, courseId: path.courseId }, timeOf(clock))
    .select([sql<number>`count(*)::int`.as('learner_count'), sql<number>`count(student_numbers.number)::int`.as('numbered_count')])
    .executeTakeFirstOrThrow();
  const isPossible = obstacles.length === 0;
  return {
    lesson_id: path.lessonId.toLowerCase(),
    is_possible: isPossible,
    obstacles,
    question_count: needs.questionCount,
    most_choices: needs.mostChoices,
    layouts: [...LAYOUTS.values()].map((layout) => {
      const pages = isPossible ? pagesOn(layout, needs) : 0;
      return { ...showSummary(layout), fits: pages > 0, pages };
    }),
    ...counts,
    prints: await newestPrints(db, organisationId, path),
  };
}
