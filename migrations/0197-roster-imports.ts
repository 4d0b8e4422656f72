import { type Kysely, sql } from 'kysely';

/**
 * Rosters: files with the learners of a course, and what becomes of each of their rows. A row keeps the cells as they were read, the corrections of staff,
 * and the values and the decision that follow from both. The file is kept until it is committed, so that it can be read again in another encoding.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table roster_imports (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      created_by uuid references users on delete set null,
      committed_by uuid references users on delete set null,
      status text not null check (status in ('ready', 'committing', 'committed', 'committed_with_errors', 'failed', 'expired')),
      format text not null check (format in ('csv', 'xlsx')),
      file_name text not null check (length(file_name) between 1 and 255),
      sealed_file bytea,
      encoding text,
      delimiter text,
      headings text[] not null,
      mapping jsonb not null,
      renews_ended boolean not null default false,
      failure text,
      counts jsonb not null default '{}',
      done_count integer not null default 0,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      has_cards boolean not null default false,
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index roster_imports_course on roster_imports (organisation_id, course_id);
    create index roster_imports_creator on roster_imports (created_by) where created_by is not null;
    create index roster_imports_committer on roster_imports (committed_by) where committed_by is not null;
    create index roster_imports_age on roster_imports (created_at) where status <> 'expired';
    create index roster_imports_cards on roster_imports (finished_at) where has_cards;

    create table roster_import_rows (
      organisation_id uuid not null,
      import_id uuid not null,
      line integer not null check (line >= 1),
      cells text[] not null,
      fix jsonb not null default '{}',
      is_excluded boolean not null default false,
      name text,
      email text,
      email_key text,
      number text,
      cohort text,
      cohort_id uuid,
      user_id uuid references users on delete set null,
      action text not null check (action in ('create', 'enrol_existing', 'update', 'skip', 'error')),
      code text,
      is_done boolean not null default false,
      enrollment_id uuid,
      sealed_card bytea,
      primary key (organisation_id, import_id, line),
      foreign key (organisation_id, import_id) references roster_imports on delete cascade,
      foreign key (organisation_id, enrollment_id) references enrollments on delete set null (enrollment_id)
    );
    create index roster_import_rows_open on roster_import_rows (organisation_id, import_id, line)
      where not is_done and action in ('create', 'enrol_existing', 'update');
    create index roster_import_rows_cards on roster_import_rows (organisation_id, import_id, line) where sealed_card is not null;
    create index roster_import_rows_email on roster_import_rows (email_key) where email_key is not null;
    create index roster_import_rows_user on roster_import_rows (user_id) where user_id is not null;
    create index roster_import_rows_enrollment on roster_import_rows (organisation_id, enrollment_id) where enrollment_id is not null;
  `.execute(db);
}
