import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Learner } from '../access/learner.ts';

/** Returns the completion rules of the lesson's course.
 * @throws NotFoundError if the lesson no longer exists */
export async function readCompletionRules(db: Executor, { organisationId }: { organisationId: string }, lessonId: string): Promise<Shape<'CompletionRules'>> {
  const { completion_rules } = await db
    .selectFrom('lessons')
    .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'lessons.organisation_id').onRef('courses.id', '=', 'lessons.course_id'))
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.id', '=', lessonId)
    .select('completion_rules')
    .$castTo<{ completion_rules: Shape<'CompletionRules'> }>()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return completion_rules;
}

/** Returns the seconds that the learner has spent on the lesson. */
export const readTimeSpent = (db: Executor, { organisationId, enrollmentId }: Learner, lessonId: string): Promise<{ seconds_spent: number }> =>
  db
    .selectFrom('lesson_progress')
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .select('seconds_spent')
    .executeTakeFirstOrThrow(() => new NotFoundError());
