import type { Executor } from '../../../platform/database/connect.ts';

/** Returns the lessons of a course that were printed and whose sittings are not all closed. No work in them counts as missing yet. */
export async function readOpenSittings(db: Executor, { organisationId, courseId }: { organisationId: string; courseId: string }): Promise<Set<string>> {
  const rows = await db
    .selectFrom('answer_sheet_prints')
    .select('lesson_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('closed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ lesson_id }) => lesson_id));
}
