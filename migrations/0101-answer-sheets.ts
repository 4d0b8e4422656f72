import { type Kysely, sql } from 'kysely';

/**
 * Answer sheets: prints, their sheets, and scans of the filled ones. A sheet keeps which question and which choices stand in each of its rows, so that
 * it is read by its own order whatever happens to the quiz. Of several scans of a page, one is current: its marks count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quiz_attempts add column source text not null default 'online' check (source in ('online', 'sheet'));

    create table answer_sheet_prints (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      lesson_id uuid not null,
      layout text not null,
      page_count smallint not null check (page_count between 1 and 4),
      sheet_count integer not null check (sheet_count >= 1),
      audience text not null check (audience in ('all', 'enrollments', 'blank')),
      shuffle text not null check (shuffle in ('none', 'learner', 'versions')),
      has_questions boolean not null,
      quiz jsonb not null,
      fingerprint text not null,
      held_at timestamptz(3) not null,
      closed_at timestamptz(3),
      status text not null default 'queued' check (status in ('queued', 'ready', 'failed', 'expired')),
      storage_key text,
      size_bytes integer,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, lesson_id) references lessons on delete cascade,
      check ((status = 'ready') = (storage_key is not null))
    );
    create index answer_sheet_prints_lesson on answer_sheet_prints (organisation_id, lesson_id, id);
    create index answer_sheet_prints_course on answer_sheet_prints (organisation_id, course_id);
    create index answer_sheet_prints_age on answer_sheet_prints (finished_at) where status = 'ready';

    create table answer_sheets (
      organisation_id uuid not null,
      id text not null check (id ~ '^[0-9A-HJKMNP-TV-Z]{9}$'),
      print_id uuid not null,
      position integer not null check (position >= 1),
      is_blank boolean not null,
      enrollment_id uuid,
      is_assigned boolean not null default false,
      number text,
      version smallint,
      rows jsonb not null,
      accepts_missing boolean not null default false,
      attempt_id uuid,
      primary key (organisation_id, id),
      unique (organisation_id, print_id, position),
      foreign key (organisation_id, print_id) references answer_sheet_prints on delete cascade,
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, attempt_id) references quiz_attempts on delete set null (attempt_id)
    );
    create index answer_sheets_enrollment on answer_sheets (organisation_id, enrollment_id) where enrollment_id is not null;
    create index answer_sheets_attempt on answer_sheets (organisation_id, attempt_id) where attempt_id is not null;

    create table answer_sheet_scans (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      user_id uuid not null references users on delete cascade,
      client_id uuid not null,
      read_on text not null check (read_on in ('server', 'device')),
      status text not null check (status in ('queued', 'waiting', 'graded', 'needs_review', 'failed', 'replaced')),
      reason text,
      photo_key text,
      picture_key text,
      picture_bytes integer,
      expected_lesson_id uuid,
      expected_enrollment_id uuid,
      sheet_id text,
      page smallint check (page between 1 and 4),
      is_current boolean not null default false,
      number_read text,
      hold text,
      marks jsonb,
      crops jsonb not null default '{}',
      reader_version text,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      primary key (organisation_id, id),
      unique (organisation_id, user_id, client_id),
      foreign key (organisation_id, sheet_id) references answer_sheets on delete cascade,
      check ((status = 'queued') = (finished_at is null)),
      check (status not in ('needs_review', 'failed') or reason is not null),
      check (not is_current or (sheet_id is not null and page is not null and marks is not null))
    );
    create unique index answer_sheet_scans_current on answer_sheet_scans (organisation_id, sheet_id, page) where is_current;
    create index answer_sheet_scans_sheet on answer_sheet_scans (organisation_id, sheet_id);
    create index answer_sheet_scans_own on answer_sheet_scans (organisation_id, user_id, created_at, id);
    create index answer_sheet_scans_user on answer_sheet_scans (user_id);
    create index answer_sheet_scans_queue on answer_sheet_scans (id) where status = 'queued';
    create index answer_sheet_scans_number on answer_sheet_scans (organisation_id, number_read) where number_read is not null;
    create index answer_sheet_scans_done on answer_sheet_scans (finished_at) where finished_at is not null;

    -- Prints and scans go with their lessons, courses and learners, and their files with them.
    create function discard_sheet_files() returns trigger language plpgsql as $$
    begin
      perform graphile_worker.add_job('delete_stored', json_build_object('key', key), max_attempts => 12)
      from jsonb_each_text(to_jsonb(old)) files (name, key) where name in ('storage_key', 'photo_key', 'picture_key') and key is not null;
      perform graphile_worker.add_job('delete_stored', json_build_object('key', key), max_attempts => 12)
      from jsonb_each_text(coalesce(to_jsonb(old) -> 'crops', '{}')) crops (name, key);
      return old;
    end $$;
    create trigger answer_sheet_prints_gone after delete on answer_sheet_prints for each row execute function discard_sheet_files();
    create trigger answer_sheet_scans_gone after delete on answer_sheet_scans for each row execute function discard_sheet_files();
  `.execute(db);
}
