import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { measureQuiz, pagesOn } from './fitting.ts';
import { LAYOUTS } from './layout/layouts.ts';
import { currentLearners } from './learners.ts';
import { findUnprintable } from './print/unprintable.ts';
import { newestPrints } from './prints.ts';
import { readSheetLesson, type SheetLessonPath } from './sheet-lesson.ts';
import { showSummary } from './show-geometry.ts';

/** Matches names in Latin letters only, which are always printed unchanged. */
const ALWAYS_PRINTABLE = String.raw`^[ -~\u00a0-\u017f]*$`;
/** Greatest number of other names that are checked. */
const MOST_NAMES = 5000;

/**
 * Tells whether and how a lesson can be printed.
 * @throws NotFoundError
 */
export async function getSheetOptions(
  { db, clock, typesetter }: Pick<Tools, 'db' | 'clock' | 'typesetter'>,
  { organisationId }: Caller,
  path: SheetLessonPath,
): Promise<Shape<'SheetOptions'>> {
  const lesson = await readSheetLesson(db, organisationId, path);
  const { obstacles, ...needs } = measureQuiz(lesson);
  const current = () => currentLearners(db, { organisationId, courseId: path.courseId }, timeOf(clock));
  const counts = await current()
    .select([sql<number>`count(*)::int`.as('learner_count'), sql<number>`count(student_numbers.number)::int`.as('numbered_count')])
    .executeTakeFirstOrThrow();
  const isPossible = obstacles.length === 0;
  const learners = await current()
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .select(['enrollments.id as enrollment_id', 'users.name'])
    .where('users.name', '!~', ALWAYS_PRINTABLE)
    .orderBy('enrollments.learner_name')
    .orderBy('enrollments.id')
    .limit(MOST_NAMES)
    .execute();
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
    ...(await findUnprintable(typesetter, { titles: await readTitles(db, organisationId, path), quiz: isPossible ? lesson.content : null, learners })),
  };
}

/** Returns the texts at the head of every sheet. */
async function readTitles(db: Executor, organisationId: string, { courseId, lessonId }: SheetLessonPath): Promise<string[]> {
  const { organisation, course, lesson } = await db
    .selectFrom('lessons')
    .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'lessons.organisation_id').onRef('courses.id', '=', 'lessons.course_id'))
    .innerJoin('organisations', 'organisations.id', 'lessons.organisation_id')
    .select(['organisations.name as organisation', 'courses.title as course', 'lessons.title as lesson'])
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.course_id', '=', courseId)
    .where('lessons.id', '=', lessonId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return [organisation, course, lesson];
}
