import { type Kysely, sql } from 'kysely';

/**
 * Tenant tables have organisation_id as the first column of their primary key, unique indexes and foreign keys.
 * Global tables: plans, users, organisations, memberships, platform_subscriptions (one row per organisation), api_keys (looked up by
 * hash before the organisation is known), course_categories.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function next_updated_at() returns trigger language plpgsql as $$
    begin
      new.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
      return new;
    end $$;

    create table plans (
      id text primary key check (id ~ '^[a-z0-9_]{1,32}$'),
      name text not null,
      course_limit integer check (course_limit >= 0),
      created_at timestamptz(3) not null default now()
    );
    insert into plans (id, name, course_limit) values
      ('free', 'Free', 3), ('starter', 'Starter', 25), ('pro', 'Pro', 250), ('enterprise', 'Enterprise', null);

    create table organisations (
      id uuid primary key,
      subdomain text not null unique check (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
      name text not null check (length(name) between 1 and 200),
      description text check (length(description) <= 5000),
      support_email text check (length(support_email) <= 254),
      timezone text not null default 'UTC',
      language text not null default 'en',
      currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
      website_url text check (length(website_url) <= 2048),
      primary_color text check (primary_color ~ '^#[0-9a-fA-F]{6}$'),
      accent_color text check (accent_color ~ '^#[0-9a-fA-F]{6}$'),
      terms_url text check (length(terms_url) <= 2048),
      privacy_url text check (length(privacy_url) <= 2048),
      refund_policy_url text check (length(refund_policy_url) <= 2048),
      imprint_url text check (length(imprint_url) <= 2048),
      verified_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create trigger organisations_updated_at before update on organisations for each row execute function next_updated_at();

    create table platform_subscriptions (
      organisation_id uuid primary key references organisations on delete cascade,
      plan_id text not null references plans,
      status text not null check (status in ('trialing', 'active', 'past_due', 'cancelled', 'expired')),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create trigger platform_subscriptions_updated_at before update on platform_subscriptions for each row execute function next_updated_at();

    create table users (
      id uuid primary key,
      email text not null check (length(email) <= 254),
      name text not null check (length(name) between 1 and 200),
      password_hash text,
      email_verified_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create unique index users_email on users (lower(email));
    create trigger users_updated_at before update on users for each row execute function next_updated_at();

    create table memberships (
      organisation_id uuid not null references organisations on delete cascade,
      user_id uuid not null references users on delete cascade,
      role text not null check (role in ('owner', 'creator', 'learner')),
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, user_id)
    );
    create index memberships_user on memberships (user_id);

    create table api_keys (
      id uuid primary key,
      organisation_id uuid not null references organisations on delete cascade,
      name text not null check (length(name) between 1 and 100),
      secret_hash bytea not null unique check (length(secret_hash) = 32),
      display_prefix text not null,
      courses_scope text not null default 'none' check (courses_scope in ('none', 'view', 'edit')),
      chapters_scope text not null default 'none' check (chapters_scope in ('none', 'view', 'edit')),
      lessons_scope text not null default 'none' check (lessons_scope in ('none', 'view', 'edit')),
      org_settings_scope text not null default 'none' check (org_settings_scope in ('none', 'view', 'edit')),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      last_used_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    );
    create index api_keys_organisation on api_keys (organisation_id, created_at, id);

    create table course_categories (
      id integer primary key,
      slug text not null unique,
      name text not null
    );
    insert into course_categories (id, slug, name) values
      (1, 'arts-and-design', 'Arts and design'), (2, 'business', 'Business'), (3, 'computing', 'Computing'), (4, 'engineering', 'Engineering'),
      (5, 'health-and-medicine', 'Health and medicine'), (6, 'humanities', 'Humanities'), (7, 'languages', 'Languages'), (8, 'law', 'Law'),
      (9, 'lifestyle', 'Lifestyle'), (10, 'marketing', 'Marketing'), (11, 'mathematics', 'Mathematics'), (12, 'music', 'Music'),
      (13, 'natural-sciences', 'Natural sciences'), (14, 'personal-development', 'Personal development'), (15, 'social-sciences', 'Social sciences'),
      (16, 'sport-and-fitness', 'Sport and fitness'), (17, 'teaching', 'Teaching'), (18, 'vocational-training', 'Vocational training');

    create table courses (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      title text not null check (length(title) between 1 and 200),
      slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
      description jsonb,
      thumbnail_url text check (length(thumbnail_url) <= 2048),
      status text not null check (status in ('draft', 'published', 'archived')),
      visibility text not null check (visibility in ('public', 'unlisted', 'private')),
      level text not null check (level in ('all_levels', 'beginner', 'intermediate', 'advanced')),
      grade_level text not null check (grade_level in
        ('any', 'early_childhood', 'primary', 'lower_secondary', 'upper_secondary', 'higher_education', 'professional')),
      language text not null check (length(language) <= 35),
      category_id integer references course_categories,
      estimated_duration_minutes integer check (estimated_duration_minutes >= 0),
      sales_page_blocks jsonb,
      landing_title text check (length(landing_title) <= 200),
      meta_title text check (length(meta_title) <= 200),
      meta_description text check (length(meta_description) <= 500),
      og_image_url text check (length(og_image_url) <= 2048),
      timezone text not null check (length(timezone) <= 64),
      length_mode text not null check (length_mode in ('open_ended', 'duration', 'dates')),
      duration_days integer check (duration_days between 1 and 36500),
      start_date date,
      end_date date,
      schedule_basis text not null check (schedule_basis in ('enrollment', 'first_access', 'course_start')),
      published_at timestamptz(3),
      deleted_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      constraint courses_duration check ((length_mode = 'duration') = (duration_days is not null)),
      constraint courses_dates check (case when length_mode = 'dates' then start_date is not null and end_date is not null and start_date <= end_date
                                           else end_date is null end)
    );
    create unique index courses_slug on courses (organisation_id, slug) where deleted_at is null;
    create index courses_created on courses (organisation_id, created_at, id) where deleted_at is null;
    create index courses_updated on courses (organisation_id, updated_at, id) where deleted_at is null;
    create index courses_title on courses (organisation_id, title, id) where deleted_at is null;
    create trigger courses_updated_at before update on courses for each row execute function next_updated_at();

    create table chapters (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      title text not null check (length(title) between 1 and 200),
      position integer not null check (position >= 1),
      is_published boolean not null,
      requires_previous_chapter boolean not null,
      sequential_lessons boolean not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      unique (organisation_id, course_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      constraint chapters_position unique (organisation_id, course_id, position) deferrable initially deferred
    );
    create trigger chapters_updated_at before update on chapters for each row execute function next_updated_at();

    create table lessons (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      chapter_id uuid not null,
      title text not null check (length(title) between 1 and 200),
      position integer not null check (position >= 1),
      is_published boolean not null,
      content_type text not null check (content_type in ('quiz', 'lesson', 'video', 'document', 'assignment', 'embed')),
      content jsonb,
      is_free_preview boolean not null,
      opens_day_offset integer check (opens_day_offset between 0 and 3650),
      opens_time time(0),
      closes_day_offset integer check (closes_day_offset between 0 and 3650),
      closes_time time(0),
      view_window_minutes integer check (view_window_minutes between 1 and 525600),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id, chapter_id) references chapters (organisation_id, course_id, id) on delete cascade,
      constraint lessons_position unique (organisation_id, chapter_id, position) deferrable initially deferred,
      constraint lessons_opens check (opens_time is null or opens_day_offset is not null),
      constraint lessons_closes check (closes_time is null or closes_day_offset is not null),
      constraint lessons_opens_before_closes check (closes_day_offset is null or
        (coalesce(opens_day_offset, 0), coalesce(opens_time, '00:00')) < (closes_day_offset, coalesce(closes_time, '00:00')))
    );
    create index lessons_course on lessons (organisation_id, course_id, chapter_id);
    create trigger lessons_updated_at before update on lessons for each row execute function next_updated_at();

    create table enrollments (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      user_id uuid not null references users,
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      unique (organisation_id, course_id, user_id),
      foreign key (organisation_id, course_id) references courses
    );
    create index enrollments_user on enrollments (user_id);

    create table audit_log (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      actor_type text not null check (actor_type in ('user', 'api_key', 'system')),
      actor_id uuid,
      action text not null check (action ~ '^[a-z_]+\\.[a-z_]+$'),
      object_id uuid not null,
      before jsonb,
      after jsonb,
      ip inet,
      request_id text,
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id)
    );
    create index audit_log_object on audit_log (organisation_id, object_id, id);

    create table idempotency_keys (
      organisation_id uuid not null references organisations on delete cascade,
      actor_id uuid not null,
      operation_id text not null,
      key text not null check (length(key) <= 255),
      request_hash bytea not null,
      status smallint,
      body text,
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, actor_id, operation_id, key)
    );
    create index idempotency_keys_created on idempotency_keys (created_at);
  `.execute(db);
}
