import { sql } from 'kysely';
import { NIL } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import { Failures } from '../../kernel/failures.ts';
import type { Tools } from '../../kernel/tools.ts';
import { GRACE_SECONDS } from '../access/course-access.ts';
import { finishOverdue } from './attempts.ts';

const BATCH = 100;

/**
 * Scores the attempts that have run out of time and that nobody has viewed since, so that lists and events include them. Each learner's attempts are
 * scored in a separate transaction, so that a failure does not block other learners.
 * @throws AggregateError after all other attempts have been scored
 */
export async function finishOverdueAttempts({ db, clock }: Pick<Tools, 'db' | 'clock'>): Promise<void> {
  const now = timeOf(clock);
  const last = new Date(clock.now() - GRACE_SECONDS * 1000).toISOString();
  const failures = new Failures();
  for (let after = { organisationId: NIL as string, enrollmentId: NIL as string }; ; ) {
    const learners = await db
      .selectFrom('quiz_attempts')
      .innerJoin('enrollments', (join) =>
        join.onRef('enrollments.organisation_id', '=', 'quiz_attempts.organisation_id').onRef('enrollments.id', '=', 'quiz_attempts.enrollment_id'),
      )
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .select(['quiz_attempts.organisation_id as organisationId', 'quiz_attempts.enrollment_id as enrollmentId', 'users.id as userId', 'users.timezone'])
      .distinct()
      .where('submitted_at', 'is', null)
      .where('due_at', '<', last)
      .where(sql<boolean>`(quiz_attempts.organisation_id, quiz_attempts.enrollment_id) > (${after.organisationId}::uuid, ${after.enrollmentId}::uuid)`)
      .orderBy('quiz_attempts.organisation_id')
      .orderBy('quiz_attempts.enrollment_id')
      .limit(BATCH)
      .execute();
    for (const learner of learners) await failures.note(learner.enrollmentId, () => finishOverdue(db, learner, now));
    const end = learners.at(-1);
    if (!end || learners.length < BATCH) break;
    after = end;
  }
  failures.check('learners have attempts that could not be scored');
}
