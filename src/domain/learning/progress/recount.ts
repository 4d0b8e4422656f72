import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { enqueueAll } from '../../kernel/jobs.ts';
import { inBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { completedCount } from './counts.ts';

/** Has the completed lessons of all learners counted again in the courses whose published lessons have changed. */
export async function refreshProgress({ db }: Pick<Tools<Database>, 'db'>): Promise<void> {
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{ organisation_id: string; course_id: string }>`delete from progress_changes where ctid = any (array(
          select ctid from progress_changes limit ${limit} for update skip locked)) returning organisation_id, course_id`.execute(trx);
        await enqueueAll(trx, 'recount_progress', [...new Map(rows.map((row) => [row.course_id, row])).values()]);
        return rows.length;
      }),
    SMALL_BATCH,
  );
}

/**
 * Counts the completed lessons of all learners of a course. Each batch locks its enrollments before it counts, as learners do before they complete a
 * lesson, so that the number includes what they have completed in the meantime.
 */
export async function recountProgress(
  { db }: Pick<Tools<Database>, 'db'>,
  { organisation_id, course_id }: { organisation_id: string; course_id: string },
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const ids = await lockEnrollments(trx, organisation_id, course_id, after, limit);
        after = ids.at(-1) ?? after;
        await trx
          .updateTable('enrollments')
          .set({ completed_lessons: completedCount })
          .where('organisation_id', '=', organisation_id)
          .where('id', '=', sql<string>`any(${ids}::uuid[])`)
          .where(sql<boolean>`completed_lessons <> ${completedCount}`)
          .execute();
        return ids.length;
      }),
    SMALL_BATCH,
  );
}

async function lockEnrollments(trx: Executor, organisationId: string, courseId: string, after: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
