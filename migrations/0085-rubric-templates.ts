import { type Kysely, sql } from 'kysely';

/** Rubrics that an organisation keeps for reuse. Lessons hold copies, so nothing refers to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rubric_templates (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      title text not null check (length(title) between 1 and 200),
      search_text text not null generated always as (folded(title)) stored,
      is_feedback_only boolean not null,
      criteria jsonb not null,
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id)
    );
  `.execute(db);
}
