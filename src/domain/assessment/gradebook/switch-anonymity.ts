import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { LessonKey } from '../../learning/policies/policy.ts';

/**
 * Requires that anonymity may be switched. It can begin while nothing is posted, and end while nothing is graded or once everything is posted, so that nobody
 * can find out who a learner was by switching it.
 * @throws DomainError anonymity_locked
 */
export async function requireSwitchable(
  trx: Executor,
  { organisationId, lessonId }: LessonKey,
  { anonymous_grading, is_anonymous }: Shape<'LessonGradeConfig'>,
): Promise<void> {
  if (anonymous_grading && !is_anonymous) return;
  const isPosted = sql`posted_at is ${anonymous_grading ? sql`null` : sql`not null`}`;
  const ofLesson = sql`organisation_id = ${organisationId} and lesson_id = ${lessonId} and ${isPosted}`;
  const { rows } = await sql`select from gradebook_grades where ${ofLesson} and (score is not null or is_excused)
    union all select from quiz_attempts where ${ofLesson} and submitted_at is not null
    union all select from submissions where ${ofLesson} and posted_at is not null limit 1`.execute(trx);
  if (rows.length === 0) return;
  const reason = anonymous_grading ? 'Some grades have not been posted yet. Post them first.' : 'Some grades have already been posted. Hide them first.';
  throw new DomainError('anonymity_locked', `Anonymous grading cannot be turned on or off at the moment. ${reason}`);
}
