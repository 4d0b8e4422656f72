import { type Kysely, sql } from 'kysely';

/** Prices, enrollments, cohorts, progress, stored files. All tables here are tenant tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;
    create index users_search on users using gin ((lower(name || ' ' || email)) gin_trgm_ops);

    alter table courses
      add column price_amount bigint check (price_amount >= 0),
      add column price_currency text check (price_currency ~ '^[A-Z]{3}$'),
      add constraint courses_price check (price_amount is null or price_currency is not null);
    create index courses_on_offer on courses (organisation_id, published_at, id) where deleted_at is null and status = 'published' and visibility = 'public';
    create index courses_search on courses using gin (lower(title) gin_trgm_ops);

    create table course_touches (
      organisation_id uuid not null,
      user_id uuid not null references users on delete cascade,
      course_id uuid not null,
      touched_at timestamptz(3) not null default now(),
      primary key (organisation_id, user_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index course_touches_recent on course_touches (organisation_id, user_id, touched_at);

    alter table enrollments
      add column source text not null default 'free' check (source in ('free', 'creator', 'preview', 'purchase', 'code', 'subscription')),
      add column enrolled_at timestamptz(3) not null default now(),
      add column expires_at timestamptz(3),
      add column first_access_at timestamptz(3),
      add column last_activity_at timestamptz(3),
      add column completed_at timestamptz(3),
      add column revoked_at timestamptz(3);
    create index enrollments_enrolled on enrollments (organisation_id, course_id, enrolled_at, id);
    create index enrollments_activity on enrollments (organisation_id, course_id, last_activity_at nulls first, id);
    create index enrollments_own on enrollments (organisation_id, user_id, last_activity_at, id);

    -- The lessons of a course in order, without their content. Learners' outlines and percentages read only this index.
    create index lessons_published on lessons (organisation_id, course_id, chapter_id, position, id) where is_published;

    -- The number of learners of each course, so that they are not counted each time. Previews do not count.
    create table course_learner_counts (
      organisation_id uuid not null,
      course_id uuid not null,
      learners integer not null default 0 check (learners >= 0),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    insert into course_learner_counts (organisation_id, course_id, learners) select organisation_id, course_id, count(*) from enrollments group by 1, 2;
    create function count_learners(organisation uuid, course uuid, change bigint) returns void language sql as $$
      insert into course_learner_counts as counts (organisation_id, course_id, learners) select organisation, course, 0 where change > 0 on conflict do nothing;
      update course_learner_counts set learners = learners + change where organisation_id = organisation and course_id = course and change <> 0;
    $$;
    -- Runs once per statement, so that enrolling a whole roster is one change.
    create function count_statement() returns trigger language plpgsql as $$
    begin
      perform count_learners(organisation_id, course_id, case tg_op when 'INSERT' then learners else -learners end)
        from (select organisation_id, course_id, count(*) as learners from changed where source <> 'preview' group by 1, 2 order by 1, 2) courses;
      return null;
    end $$;
    create function count_new_source() returns trigger language plpgsql as $$
    begin
      perform count_learners(new.organisation_id, new.course_id, (new.source <> 'preview')::int - (old.source <> 'preview')::int);
      return null;
    end $$;
    create trigger enrollments_count_new after insert on enrollments referencing new table as changed for each statement execute function count_statement();
    create trigger enrollments_count_gone after delete on enrollments referencing old table as changed for each statement execute function count_statement();
    create trigger enrollments_count_source after update of source on enrollments for each row execute function count_new_source();

    create table cohorts (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      name text not null check (length(name) between 1 and 100),
      status text not null check (status in ('active', 'inactive', 'archived')),
      starts_on date,
      ends_on date,
      seat_limit integer check (seat_limit >= 1),
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      unique (organisation_id, course_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      constraint cohorts_dates check (ends_on >= starts_on)
    );
    create unique index cohorts_name on cohorts (organisation_id, course_id, lower(name));

    create table cohort_members (
      organisation_id uuid not null,
      cohort_id uuid not null,
      enrollment_id uuid not null,
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, cohort_id, enrollment_id),
      foreign key (organisation_id, cohort_id) references cohorts,
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade
    );
    create index cohort_members_enrollment on cohort_members (organisation_id, enrollment_id);

    create table lesson_progress (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      lesson_id uuid not null,
      first_opened_at timestamptz(3),
      completed_at timestamptz(3),
      reported_at timestamptz(3),
      seconds_spent integer not null default 0 check (seconds_spent >= 0),
      position_seconds numeric(9, 3) check (position_seconds >= 0),
      duration_seconds numeric(9, 3) check (duration_seconds > 0),
      -- The parts of a video that were played, in seconds.
      watched nummultirange not null default '{}',
      primary key (organisation_id, enrollment_id, lesson_id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, lesson_id) references lessons on delete cascade
    );
    create index lesson_progress_lesson on lesson_progress (organisation_id, lesson_id);

    create table quiz_attempts (
      organisation_id uuid not null,
      id uuid not null,
      enrollment_id uuid not null,
      lesson_id uuid not null,
      number integer not null check (number >= 1),
      -- The quiz as it was when the attempt began, in the order of the attempt.
      quiz jsonb not null,
      answers jsonb not null default '[]',
      started_at timestamptz(3) not null,
      due_at timestamptz(3),
      submitted_at timestamptz(3),
      is_expired boolean not null default false,
      score_points numeric(10, 2) check (score_points >= 0),
      max_points numeric(10, 2) not null check (max_points >= 0),
      score_percent numeric(5, 2) check (score_percent between 0 and 100),
      is_passed boolean,
      needs_grading boolean not null default false,
      results jsonb,
      primary key (organisation_id, id),
      unique (organisation_id, enrollment_id, lesson_id, number),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, lesson_id) references lessons on delete cascade,
      constraint quiz_attempts_scored check (submitted_at is null or score_points is not null)
    );
    create unique index quiz_attempts_running on quiz_attempts (organisation_id, enrollment_id, lesson_id) where submitted_at is null;
    create index quiz_attempts_lesson on quiz_attempts (organisation_id, lesson_id);

    create table submissions (
      organisation_id uuid not null,
      id uuid not null,
      enrollment_id uuid not null,
      lesson_id uuid not null,
      number integer not null check (number >= 1),
      body text check (length(body) <= 300000),
      url text check (length(url) <= 4096),
      is_late boolean not null,
      submitted_at timestamptz(3) not null,
      primary key (organisation_id, id),
      unique (organisation_id, enrollment_id, lesson_id, number),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, lesson_id) references lessons on delete cascade
    );
    create index submissions_lesson on submissions (organisation_id, lesson_id);

    create table learning_days (
      organisation_id uuid not null references organisations on delete cascade,
      user_id uuid not null references users on delete cascade,
      day date not null,
      seconds_spent integer not null default 0,
      completed_lessons integer not null default 0,
      primary key (organisation_id, user_id, day)
    );

    create table storage_objects (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      course_id uuid,
      purpose text not null check (purpose in ('media', 'document', 'submission', 'hero', 'ballast')),
      uploaded_by uuid references users on delete set null,
      storage_key text,
      file_name text not null check (length(file_name) between 1 and 255),
      content_type text not null check (length(content_type) <= 100),
      size_bytes bigint not null check (size_bytes >= 0),
      status text not null check (status in ('pending', 'ready', 'rejected')),
      reject_reason text check (reject_reason in ('content_mismatch', 'virus_found')),
      expires_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      completed_at timestamptz(3),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      constraint storage_objects_pending check ((status = 'pending') = (expires_at is not null)),
      constraint storage_objects_key check (storage_key is not null or purpose = 'ballast')
    );
    create index storage_objects_created on storage_objects (organisation_id, created_at, id);
    create index storage_objects_size on storage_objects (organisation_id, size_bytes, id);
    create index storage_objects_usage on storage_objects (organisation_id, status) include (size_bytes, expires_at, purpose);
    create index storage_objects_course on storage_objects (organisation_id, course_id);
    create index storage_objects_uploader on storage_objects (uploaded_by, organisation_id, id) where uploaded_by is not null;
    create index storage_objects_expires on storage_objects (expires_at) where status = 'pending';

    create table submission_files (
      organisation_id uuid not null,
      submission_id uuid not null,
      object_id uuid not null,
      position integer not null,
      primary key (organisation_id, submission_id, object_id),
      foreign key (organisation_id, submission_id) references submissions on delete cascade,
      foreign key (organisation_id, object_id) references storage_objects
    );
    create index submission_files_object on submission_files (organisation_id, object_id);

    create table media (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      object_id uuid not null,
      kind text not null check (kind in ('video', 'audio', 'image')),
      title text not null check (length(title) between 1 and 255),
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      unique (organisation_id, object_id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, object_id) references storage_objects
    );
    create index media_course on media (organisation_id, course_id);

    create table documents (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      object_id uuid,
      url text check (length(url) <= 4096),
      title text not null check (length(title) between 1 and 255),
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      unique (organisation_id, object_id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, object_id) references storage_objects,
      constraint documents_place check ((object_id is null) <> (url is null))
    );
    create index documents_course on documents (organisation_id, course_id);

    create table hero_images (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      object_id uuid not null,
      width integer not null check (width >= 1),
      height integer not null check (height >= 1),
      source text not null check (source in ('generated', 'imported', 'uploaded')),
      is_selected boolean not null default false,
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, object_id) references storage_objects
    );
    create index hero_images_course on hero_images (organisation_id, course_id, id);
    create unique index hero_images_selected on hero_images (organisation_id, course_id) where is_selected;

    -- Find the lessons that use a stored file.
    create index lessons_media on lessons (organisation_id, (content ->> 'media_id')) where content ->> 'media_id' is not null;
    create index lessons_document on lessons (organisation_id, (content ->> 'document_id')) where content ->> 'document_id' is not null;

    create table storage_addons (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      size_bytes bigint not null check (size_bytes > 0),
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id)
    );
  `.execute(db);
}
