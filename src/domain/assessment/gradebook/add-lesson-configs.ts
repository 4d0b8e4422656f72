import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { addPolicies } from '../../learning/policies/policy.ts';
import type { StoredConfig } from './columns.ts';
import type { BookKey } from './rules.ts';
import { rulesChanged } from './store-grades.ts';

export type NewConfig = StoredConfig & { lesson_id: string; anonymous_grading: boolean };

/** Writes the configurations of several lessons at once that nobody else can see yet. They must have been checked. Nothing is recorded for each of them. */
export async function addLessonConfigs(trx: Executor, book: BookKey, configs: readonly NewConfig[]): Promise<void> {
  if (configs.length === 0) return;
  const rows = JSON.stringify(configs.map(({ anonymous_grading: _anonymous, ...config }) => config));
  await sql`insert into gradebook_lessons (organisation_id, lesson_id, is_graded, points, category_id, grading_type, attempts_policy, is_extra_credit, is_omitted,
      is_online, posting, rubric)
    select ${book.organisationId}, lesson_id, is_graded, points, category_id, grading_type, attempts_policy, is_extra_credit, is_omitted,
      is_online, posting, rubric from json_populate_recordset(null::gradebook_lessons, ${rows}::json)`.execute(trx);
  await addPolicies(
    trx,
    book.organisationId,
    configs.map(({ lesson_id, posting, anonymous_grading: is_anonymous }) => ({ lesson_id, posting, is_anonymous })),
  );
  await rulesChanged(trx, book);
}
