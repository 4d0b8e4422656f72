import { type Kysely, sql } from 'kysely';
import { foldedFunction } from '../src/domain/kernel/typed-text.ts';

/**
 * Texts are compared as a person reads them, in the database as in the program. What is stored in the former form is written again. The names of cohorts ignore
 * spaces around them and what else no reader sees; those that are the same by that are told apart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(foldedFunction()).execute(db);
  await sql`
    update users set name = name where search_text <> folded(name || ' ' || email);
    update courses set title = title where search_text <> folded(title)
      or discovery_text <> folded(title || ' ' || coalesce(landing_title, '') || ' ' || coalesce(description_text(description), ''));
    update rubric_templates set title = title where search_text <> folded(title);
    drop index cohorts_name;
    update cohorts set name = btrim(name) where name <> btrim(name) and btrim(name) <> '';
    update cohorts set name = left(cohorts.name, 90) || ' (' || right(cohorts.id::text, 6) || ')' from (
      select organisation_id, id, row_number() over (partition by organisation_id, course_id, btrim(folded(name)) order by created_at, id) as place from cohorts
    ) same where same.organisation_id = cohorts.organisation_id and same.id = cohorts.id and same.place > 1;
    create unique index cohorts_name on cohorts (organisation_id, course_id, btrim(folded(name)));
  `.execute(db);
}
