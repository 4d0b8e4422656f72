import { type Kysely, sql } from 'kysely';

/** Finds the scans that were taken for a learner, and the regrades that are not finished, when the learner is erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index answer_sheet_scans_expected on answer_sheet_scans (organisation_id, expected_enrollment_id) where expected_enrollment_id is not null;
    create index quiz_regrades_open on quiz_regrades (organisation_id, lesson_id) where finished_at is null;
  `.execute(db);
}
