import { type Kysely, sql } from 'kysely';

/**
 * Grading with a language model: jobs, the work that each of them judges, and what was sent to the model and answered. What a job writes are suggestions
 * alone. `run` counts how often a job was begun or resumed, so that a step that waited since before does nothing. Counts and tokens are added up from the rows, so that they are right whatever happens to a process.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ai_grading_jobs (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      lesson_id uuid not null,
      status text not null check (status in ('queued', 'running', 'stopping', 'cancelled', 'completed', 'failed')),
      failure text check (failure in ('model_unavailable', 'not_configured', 'limit_reached', 'internal_error')),
      run integer not null default 1,
      model text not null,
      prices jsonb,
      max_tokens bigint check (max_tokens > 0),
      max_cost_micros bigint check (max_cost_micros > 0),
      created_at timestamptz(3) not null,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, lesson_id) references lessons on delete cascade,
      check ((status = 'failed') = (failure is not null)),
      check ((status in ('cancelled', 'completed', 'failed')) = (finished_at is not null))
    );
    create unique index ai_grading_jobs_active on ai_grading_jobs (organisation_id, lesson_id) where status in ('queued', 'running', 'stopping');
    create index ai_grading_jobs_lesson on ai_grading_jobs (organisation_id, lesson_id);
    create index ai_grading_jobs_course on ai_grading_jobs (organisation_id, course_id);

    create table ai_grading_items (
      organisation_id uuid not null,
      id uuid not null default gen_random_uuid(),
      job_id uuid not null,
      enrollment_id uuid not null,
      work_id uuid not null,
      work_number integer not null check (work_number >= 1),
      is_calibration boolean not null,
      status text not null default 'pending' check (status in ('pending', 'running', 'suggested', 'failed', 'skipped')),
      reason text check (reason in ('graded_by_person', 'work_gone', 'unsupported_content', 'invalid_answer', 'refused_by_model')),
      claim_id uuid,
      basis text,
      score numeric(10, 2) check (score >= 0),
      parts jsonb not null default '[]',
      confidence numeric(3, 2) check (confidence between 0 and 1),
      decision text check (decision in ('accepted', 'changed')),
      primary key (organisation_id, id),
      unique (organisation_id, job_id, work_id),
      foreign key (organisation_id, job_id) references ai_grading_jobs on delete cascade,
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      check ((status = 'running') = (claim_id is not null)),
      check ((status = 'suggested') = (score is not null)),
      check ((status in ('failed', 'skipped')) = (reason is not null))
    );
    create index ai_grading_items_enrollment on ai_grading_items (organisation_id, enrollment_id);
    create index ai_grading_items_status on ai_grading_items (organisation_id, job_id, status);

    create table ai_grading_exchanges (
      organisation_id uuid not null,
      id uuid not null,
      job_id uuid not null,
      item_id uuid not null,
      instructions text not null,
      input text not null,
      picture_count integer not null,
      answer text not null,
      input_tokens integer not null check (input_tokens >= 0),
      output_tokens integer not null check (output_tokens >= 0),
      created_at timestamptz(3) not null,
      primary key (organisation_id, id),
      foreign key (organisation_id, job_id) references ai_grading_jobs on delete cascade,
      foreign key (organisation_id, item_id) references ai_grading_items on delete cascade
    );
    create index ai_grading_exchanges_job on ai_grading_exchanges (organisation_id, job_id);
    create index ai_grading_exchanges_item on ai_grading_exchanges (organisation_id, item_id);
  `.execute(db);
}
