import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { StoredConfig } from './columns.ts';
import type { BookKey } from './rules.ts';
import { rulesChanged } from './store-grades.ts';

export type NewConfig = StoredConfig & { lesson_id: string; anonymous_grading: boolean };

/** Writes together how lessons are graded that nobody else knows of yet. They must have been checked. Nothing is recorded for each of them. */
export async function addLessonConfigs(trx: Executor, book: BookKey, configs: readonly NewConfig[]): Promise<void> {
  if (configs.length === 0) return;
  const rows = JSON.stringify(configs.map(({ anonymous_grading: is_anonymous, ...config }) => ({ ...config, is_anonymous })));
  await sql`insert into gradebook_lessons (organisation_id, lesson_id, is_graded, points, category_id, grading_type, attempts_policy, is_extra_credit, is_omitted,
      is_online, posting, rubric)
    select ${book.organisationId}, lesson_id, is_graded, points, category_id, grading_type, attempts_policy, is_extra_credit, is_omitted,
      is_online, posting, rubric from json_populate_recordset(null::gradebook_lessons, ${rows}::json)`.execute(trx);
  await sql`insert into lesson_policies (organisation_id, lesson_id, posting, is_anonymous)
    select ${book.organisationId}, lesson_id, posting, is_anonymous from json_populate_recordset(null::lesson_policies, ${rows}::json)`.execute(trx);
  await rulesChanged(trx, book);
}
