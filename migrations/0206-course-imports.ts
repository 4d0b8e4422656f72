import { type Kysely, sql } from 'kysely';

/** Courses on their way in. The file that was uploaded, and the files that were unpacked from it, are announced files until the import is done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table storage_objects drop constraint storage_objects_purpose_check;
    alter table storage_objects add constraint storage_objects_purpose_check
      check (purpose in ('media', 'document', 'submission', 'page', 'discussion', 'hero', 'ballast', 'import'));

    create table course_imports (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      into_course_id uuid,
      status text not null check (status in ('awaiting_upload', 'reading', 'unreadable', 'ready', 'committing', 'completed', 'failed', 'withdrawn')),
      file_name text not null check (length(file_name) between 1 and 255),
      size_bytes bigint not null check (size_bytes >= 1),
      format text,
      failure text,
      object_id uuid,
      plan jsonb,
      staged jsonb not null default '{}',
      added jsonb,
      start_date date,
      remove_dates boolean not null default false,
      run_id uuid,
      course_id uuid,
      settled_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      foreign key (organisation_id, into_course_id) references courses on delete cascade,
      foreign key (organisation_id, object_id) references storage_objects on delete set null (object_id),
      foreign key (organisation_id, course_id) references courses on delete set null (course_id)
    );
    create index course_imports_into on course_imports (organisation_id, into_course_id, id) where into_course_id is not null;
    create index course_imports_object on course_imports (organisation_id, object_id) where object_id is not null;
    create index course_imports_course on course_imports (organisation_id, course_id) where course_id is not null;
  `.execute(db);
}
