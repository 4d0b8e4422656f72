import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Actor } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';
import { countCompleting, hasProgressChange, refreshSoon } from '../progress/recount.ts';
import { moveDeadlines } from '../quizzes/deadlines.ts';

/** The effect of a course change on its learners. */
export interface ChangeEffect {
  /** Number of learners who complete the course because of the change; null if it does not affect progress. */
  completes: number | null;
  /** Number of running attempts that end later. */
  moved: number;
}

/**
 * Applies the consequences of a course change at once: running attempts end later, and a job recounts the progress of the learners. Must run after the change,
 * in its transaction. The operations after which it runs are marked with `x-changes-course` in the contract.
 */
export async function settleChange({ db: trx, clock }: { db: Executor } & Pick<Tools, 'clock'>, actor: Actor, courseId: string): Promise<ChangeEffect> {
  const course = { organisationId: actor.organisationId, courseId };
  const attempts = await moveDeadlines(trx, course, timeOf(clock));
  if (attempts.length > 0) {
    await recordChange(trx, actor, { action: 'course.deadlines_moved', objectId: courseId, before: null, after: { moved_attempts: attempts } });
  }
  if (!(await hasProgressChange(trx, course))) return { completes: null, moved: attempts.length };
  await refreshSoon(trx, course);
  return { completes: await countCompleting(trx, course, timeOf(clock)), moved: attempts.length };
}
