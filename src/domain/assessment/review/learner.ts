import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { person } from '../../kernel/person.ts';
import { findNamed } from '../gradebook/aliases.ts';
import type { ReviewedLesson } from './lesson.ts';

/** Finds the learner by the ID that staff know in this lesson: the alias if it is graded anonymously, otherwise the enrollment.
 * @throws NotFoundError */
export async function requireLearner(
  db: Executor,
  { organisationId, courseId, lessonId, lesson }: ReviewedLesson,
  id: string,
): Promise<{ enrollmentId: string; user: Shape<'Person'> }> {
  requireIds(id);
  const { enrollmentId, aliasIn } = await findNamed(db, organisationId, id);
  if (aliasIn !== (lesson.isAnonymous ? lessonId : null)) throw new NotFoundError();
  return db
    .selectFrom('enrollments')
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .select(['enrollments.id as enrollmentId', person.as('user')])
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.id', '=', enrollmentId)
    .where('enrollments.source', '<>', sql.lit('preview'))
    .executeTakeFirstOrThrow(() => new NotFoundError());
}
