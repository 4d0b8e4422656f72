import { type Kysely, sql } from 'kysely';

/**
 * Discussions of a course. A topic is opened by a post with the same ID and the number 0; replies are posts with the numbers from 1 on, in the order in
 * which they were written. `ordinal` is the place of a reply among those to the topic, or among all below the reply to the topic that it belongs to
 * (`root_id`), so that a page is found without counting. `ancestors` are the replies above, from the top.
 *
 * `reply_count` and `live_descendants` count visible posts. `listed_at` puts pinned topics before all others. `words` are the words of a text for the
 * search, each after the end of the ID of its course, so that courses never share an entry of the index. `alias` is the number of the pseudonym under
 * which learners see the author.
 *
 * A topic for a cohort that was deleted is for staff alone (`is_divided`). A topic about a lesson that was deleted is about the course.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table discussion_settings (
      organisation_id uuid not null,
      course_id uuid not null,
      rules jsonb not null,
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );

    create table discussion_topics (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      lesson_id uuid,
      cohort_id uuid,
      is_divided boolean not null,
      kind text not null check (kind in ('discussion', 'question', 'announcement')),
      title text not null check (length(title) between 1 and 200),
      is_pinned boolean not null default false,
      locked_at timestamptz(3),
      accepted_reply_id uuid,
      post_count integer not null default 0,
      thread_count integer not null default 0,
      alias_count integer not null default 0,
      reply_count integer not null default 0,
      last_number integer not null default 0,
      last_activity_at timestamptz(3) not null,
      listed_at timestamptz(3) not null generated always as (
        case when is_pinned then ((last_activity_at at time zone 'UTC') + interval '1000 years') at time zone 'UTC' else last_activity_at end) stored,
      created_at timestamptz(3) not null,
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, lesson_id) references lessons on delete set null (lesson_id),
      foreign key (organisation_id, cohort_id) references cohorts on delete set null (cohort_id),
      check (is_divided or cohort_id is null)
    );
    create index discussion_topics_listed on discussion_topics (organisation_id, course_id, listed_at, id);
    create index discussion_topics_created on discussion_topics (organisation_id, course_id, created_at, id);
    create index discussion_topics_replies on discussion_topics (organisation_id, course_id, reply_count, id);
    create index discussion_topics_lesson on discussion_topics (organisation_id, lesson_id, listed_at, id) where lesson_id is not null;
    create index discussion_topics_cohort on discussion_topics (organisation_id, cohort_id) where cohort_id is not null;
    create index discussion_topics_accepted on discussion_topics (organisation_id, accepted_reply_id) where accepted_reply_id is not null;

    create table discussion_posts (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      topic_id uuid not null,
      parent_id uuid,
      root_id uuid,
      ancestors uuid[] not null default '{}',
      number integer not null check (number >= 0),
      ordinal integer not null,
      thread_count integer not null default 0,
      state text not null check (state in ('visible', 'pending', 'hidden', 'deleted')),
      author_id uuid references users on delete set null,
      is_staff boolean not null,
      alias integer,
      format text not null check (format in ('markdown', 'html')),
      body text not null,
      excerpt text not null check (length(excerpt) <= 300),
      words text[] not null,
      live_descendants integer not null default 0,
      upvote_count integer not null default 0,
      open_reports integer not null default 0,
      hidden_by text check (hidden_by in ('staff', 'reports')),
      hidden_reason text,
      published_at timestamptz(3),
      edited_at timestamptz(3),
      created_at timestamptz(3) not null,
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, topic_id) references discussion_topics on delete cascade,
      foreign key (organisation_id, parent_id) references discussion_posts on delete cascade,
      foreign key (organisation_id, root_id) references discussion_posts on delete cascade,
      check ((number = 0) = (id = topic_id)),
      check (number > 0 or parent_id is null),
      check ((parent_id is null) = (root_id is null)),
      check ((hidden_by is not null) = (state = 'hidden'))
    );
    create unique index discussion_posts_number on discussion_posts (organisation_id, topic_id, number);
    create unique index discussion_posts_ordinal on discussion_posts (organisation_id, topic_id, ordinal) where number > 0 and root_id is null;
    create unique index discussion_posts_below on discussion_posts (organisation_id, root_id, ordinal) where root_id is not null;
    create index discussion_posts_parent on discussion_posts (organisation_id, parent_id) where parent_id is not null;
    create index discussion_posts_course on discussion_posts (organisation_id, course_id);
    create index discussion_posts_author on discussion_posts (organisation_id, author_id, course_id, created_at) where author_id is not null;
    create index discussion_posts_user on discussion_posts (author_id) where author_id is not null;
    create index discussion_posts_queue on discussion_posts (organisation_id, course_id, topic_id, number) where state = 'pending' or open_reports > 0;
    create index discussion_posts_words on discussion_posts using gin (words) where state <> 'deleted';
    alter table discussion_topics add foreign key (organisation_id, accepted_reply_id) references discussion_posts on delete set null (accepted_reply_id);

    create table discussion_readers (
      organisation_id uuid not null,
      topic_id uuid not null,
      user_id uuid not null references users on delete cascade,
      read_number integer,
      is_following boolean not null default false,
      has_posted boolean not null default false,
      alias integer,
      primary key (organisation_id, topic_id, user_id),
      foreign key (organisation_id, topic_id) references discussion_topics on delete cascade
    );
    create index discussion_readers_user on discussion_readers (user_id);

    create table discussion_members (
      organisation_id uuid not null,
      course_id uuid not null,
      user_id uuid not null references users on delete cascade,
      muted_until timestamptz(3),
      mute_reason text,
      primary key (organisation_id, course_id, user_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index discussion_members_user on discussion_members (user_id);

    create table discussion_upvotes (
      organisation_id uuid not null,
      post_id uuid not null,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null,
      primary key (organisation_id, post_id, user_id),
      foreign key (organisation_id, post_id) references discussion_posts on delete cascade
    );
    create index discussion_upvotes_user on discussion_upvotes (user_id);

    create table discussion_reports (
      organisation_id uuid not null,
      post_id uuid not null,
      user_id uuid not null references users on delete cascade,
      reason text not null check (length(reason) <= 500),
      state text not null check (state in ('open', 'accepted', 'rejected')),
      created_at timestamptz(3) not null,
      decided_at timestamptz(3),
      primary key (organisation_id, post_id, user_id),
      foreign key (organisation_id, post_id) references discussion_posts on delete cascade,
      check ((state = 'open') = (decided_at is null))
    );
    create index discussion_reports_user on discussion_reports (user_id, created_at);

    create table discussion_edits (
      organisation_id uuid not null,
      id uuid not null,
      post_id uuid not null,
      title text,
      format text not null,
      body text not null,
      edited_by uuid references users on delete set null,
      edited_at timestamptz(3) not null,
      primary key (organisation_id, id),
      foreign key (organisation_id, post_id) references discussion_posts on delete cascade
    );
    create index discussion_edits_post on discussion_edits (organisation_id, post_id, id);
    create index discussion_edits_user on discussion_edits (edited_by) where edited_by is not null;

    create table discussion_mentions (
      organisation_id uuid not null,
      post_id uuid not null,
      user_id uuid not null references users on delete cascade,
      primary key (organisation_id, post_id, user_id),
      foreign key (organisation_id, post_id) references discussion_posts on delete cascade
    );
    create index discussion_mentions_user on discussion_mentions (user_id);

    create table discussion_files (
      organisation_id uuid not null,
      post_id uuid not null,
      object_id uuid not null,
      position integer not null,
      primary key (organisation_id, post_id, position),
      unique (organisation_id, object_id),
      foreign key (organisation_id, post_id) references discussion_posts on delete cascade,
      foreign key (organisation_id, object_id) references storage_objects
    );

    create table discussion_notices (
      organisation_id uuid not null,
      user_id uuid not null references users on delete cascade,
      post_id uuid not null,
      kind text not null check (kind in ('reply', 'mention', 'announcement')),
      digest_id uuid,
      created_at timestamptz(3) not null,
      primary key (organisation_id, user_id, post_id),
      foreign key (organisation_id, post_id) references discussion_posts on delete cascade
    );
    create index discussion_notices_post on discussion_notices (organisation_id, post_id);
    create index discussion_notices_user on discussion_notices (user_id);
    create index discussion_notices_waiting on discussion_notices (organisation_id, user_id) where digest_id is null;
    create index discussion_notices_digest on discussion_notices (organisation_id, digest_id) where digest_id is not null;
    create index discussion_notices_created on discussion_notices (created_at);

    alter table storage_objects add column attached_at timestamptz(3);
    alter table storage_objects drop constraint storage_objects_purpose_check;
    alter table storage_objects add constraint storage_objects_purpose_check
      check (purpose in ('media', 'document', 'submission', 'discussion', 'hero', 'ballast'));
  `.execute(db);
}
