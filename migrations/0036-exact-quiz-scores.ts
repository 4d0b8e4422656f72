import { type Kysely, sql } from 'kysely';

/**
 * Quizzes have a due rule, and may deduct points for wrong answers. Points of single questions from a person, and later changes of the key, are stored
 * beside the attempts, which keep the quiz as it was. Events with a result that is not posted are withheld from the data export of their learner.
 *
 * The contents of lessons are completed without changing `updated_at`, so that whoever edits a lesson meanwhile can save it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lessons disable trigger lessons_updated_at;
    update lessons set content = '{"due": {"kind": "none"}, "wrong_penalty": "none", "allow_negative": false}'::jsonb || content
      where content_type = 'quiz' and jsonb_typeof(content) = 'object';
    alter table lessons enable trigger lessons_updated_at;

    alter table quiz_attempts
      drop constraint quiz_attempts_score_points_check,
      drop constraint quiz_attempts_score_percent_check,
      add constraint quiz_attempts_score check (score_points <= max_points and score_percent between -100 and 100),
      -- Points that a person gave, by question.
      add column given_points jsonb not null default '{}';

    create table quiz_regrades (
      organisation_id uuid not null,
      id uuid not null,
      lesson_id uuid not null,
      -- Attempts that began until then are scored by these rules.
      made_at timestamptz(3) not null,
      rules jsonb not null,
      attempts integer not null check (attempts >= 0),
      done integer not null default 0 check (done >= 0),
      finished_at timestamptz(3),
      primary key (organisation_id, id),
      foreign key (organisation_id, lesson_id) references lessons on delete cascade
    );
    create index quiz_regrades_lesson on quiz_regrades (organisation_id, lesson_id, made_at);

    alter table webhook_events add column subject_id uuid, add column is_withheld boolean not null default false;
    create index webhook_events_subject on webhook_events (organisation_id, subject_id) where subject_id is not null;
  `.execute(db);
}
