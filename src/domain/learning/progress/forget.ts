import { inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';

/**
 * Deletes what the user did in a lesson, as if they had never opened it. The course is then no longer completed. Days of learning are kept.
 * @throws NotFoundError when the user is not enrolled in the lesson's course
 */
export async function forgetLesson({ db }: Pick<Tools, 'db'>, { organisationId, actorId }: Caller, lessonId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const enrollment = await trx
      .selectFrom('lessons')
      .innerJoin('enrollments', (join) =>
        join
          .onRef('enrollments.organisation_id', '=', 'lessons.organisation_id')
          .onRef('enrollments.course_id', '=', 'lessons.course_id')
          .on('enrollments.user_id', '=', actorId),
      )
      .where('lessons.organisation_id', '=', organisationId)
      .where('lessons.id', '=', lessonId)
      .select('enrollments.id')
      .forNoKeyUpdate('enrollments')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    for (const table of ['lesson_progress', 'package_states', 'quiz_attempts', 'submissions'] as const) {
      await trx
        .deleteFrom(table)
        .where('organisation_id', '=', organisationId)
        .where('enrollment_id', '=', enrollment.id)
        .where('lesson_id', '=', lessonId)
        .execute();
    }
    await trx.updateTable('enrollments').set({ completed_at: null }).where('organisation_id', '=', organisationId).where('id', '=', enrollment.id).execute();
  });
}
