import { sql } from 'kysely';
import { addJob } from '../../kernel/jobs.ts';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';
import { isAnsweredBy } from './answered.ts';
import { forgetNames } from './forget-names.ts';

/**
 * The discussion data of users. A user's posts are kept without their name where others have answered them, and deleted otherwise. A job then recounts the
 * topics, and deletes the user's files and the posts that were kept only for deleted answers.
 */
export const discussionData: readonly PersonalData[] = [
  {
    // Runs after the texts of these users have been deleted, so that the two never write the same row.
    tables: ['discussion_edits'],
    erase: (userIds) => sql`update discussion_edits set edited_by = null where edited_by = any(${userIds}::uuid[])`,
  },
  {
    tables: ['discussion_posts', 'discussion_topics'],
    exported: {
      name: 'discussion-posts',
      about: 'Topics and replies that you wrote in discussions, with their earlier texts.',
      rows: (userId) => sql`select p.organisation_id, p.id, p.course_id, p.topic_id, p.parent_id, case when p.number = 0 then t.title end as title, p.format,
          p.body, p.state, p.hidden_reason, p.alias is not null as is_anonymous, p.upvote_count, p.created_at, p.edited_at,
          (select coalesce(json_agg(json_build_object('title', e.title, 'body', e.body, 'edited_at', e.edited_at) order by e.id), '[]')
            from discussion_edits e where e.organisation_id = p.organisation_id and e.post_id = p.id) as edits
        from discussion_posts p join discussion_topics t on t.organisation_id = p.organisation_id and t.id = p.topic_id where p.author_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    rewrite: forgetNames,
    erase: (userIds) => sql`with gone as (
        select p.organisation_id, p.id, p.topic_id, p.number,
          ${isAnsweredBy(sql`answer.author_id is not null and answer.author_id <> all(${userIds}::uuid[])`)} as is_needed
        from discussion_posts p where p.author_id = any(${userIds}::uuid[])
      ), forgotten as (
        delete from discussion_edits e using gone where e.organisation_id = gone.organisation_id and e.post_id = gone.id
      ), unexplained as (
        update discussion_reports r set reason = '-' from gone where r.organisation_id = gone.organisation_id and r.post_id = gone.id
      ), untitled as (
        update discussion_topics t set title = '-' from gone where t.organisation_id = gone.organisation_id and t.id = gone.id and not gone.is_needed
      ), erased as (
        update discussion_posts p set author_id = null, hidden_reason = null, state = case when is_needed then p.state else 'deleted' end,
          hidden_by = case when is_needed then p.hidden_by end, body = case when is_needed then p.body else '' end,
          excerpt = case when is_needed then p.excerpt else '' end, words = case when is_needed then p.words else '{}' end
        from gone where p.organisation_id = gone.organisation_id and p.id = gone.id
      )
      select ${addJob('tidy_discussion_topic', { organisation_id: sql`organisation_id`, topic_id: sql`topic_id` })}
      from (select distinct organisation_id, topic_id from gone) topics`,
  },
  {
    tables: ['discussion_files'],
    exported: {
      name: 'discussion-files',
      about:
        'Files that you attached in discussions, and copies of pictures with the addresses that they come from. The folder discussion-files contains the files themselves, by the id of the post.',
      rows: (userId) => sql`select f.organisation_id, f.post_id, f.position, f.object_id as upload_id, f.source, o.file_name, o.content_type, o.size_bytes
        from discussion_files f join discussion_posts p on p.organisation_id = f.organisation_id and p.id = f.post_id
        join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id where p.author_id = ${userId}`,
      pagedBy: ['organisation_id', 'post_id', 'position'],
      files: (userId) => sql`select o.storage_key as key, o.size_bytes as size,
        f.post_id || '/' || (f.position + 1) || '-' || regexp_replace(o.file_name, '[/\\\\[:cntrl:]]', '_', 'g') as path
        from discussion_files f join discussion_posts p on p.organisation_id = f.organisation_id and p.id = f.post_id
        join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id
        where p.author_id = ${userId} and o.storage_key is not null order by f.post_id, f.position`,
    },
  },
  {
    tables: ['discussion_readers'],
    exported: {
      name: 'discussion-topics-read',
      about: 'Topics that you have read, follow or have written in.',
      rows: (userId) =>
        sql`select organisation_id, topic_id, read_number as read_up_to, is_following, has_posted from discussion_readers where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'topic_id'],
    },
    erase: ofUsers('discussion_readers'),
  },
  {
    tables: ['discussion_members'],
    exported: {
      name: 'discussion-mutes',
      about: 'Courses in which staff have muted you, and until when.',
      rows: (userId) => sql`select organisation_id, course_id, muted_until, mute_reason as reason from discussion_members where user_id = ${userId}
        and muted_until is not null`,
      pagedBy: ['organisation_id', 'course_id'],
    },
    erase: ofUsers('discussion_members'),
  },
  {
    tables: ['discussion_upvotes'],
    exported: {
      name: 'discussion-votes',
      about: 'Posts that you found useful.',
      rows: (userId) => sql`select organisation_id, post_id, created_at from discussion_upvotes where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'post_id'],
    },
    erase: (userIds) => sql`with gone as (delete from discussion_upvotes where user_id = any(${userIds}::uuid[]) returning organisation_id, post_id),
      counted as (select organisation_id, post_id, count(*)::int as votes from gone group by organisation_id, post_id)
      update discussion_posts p set upvote_count = p.upvote_count - votes from counted where p.organisation_id = counted.organisation_id and p.id = counted.post_id`,
  },
  {
    tables: ['discussion_reports'],
    exported: {
      name: 'discussion-reports',
      about: 'Posts that you reported, and what staff decided.',
      rows: (userId) => sql`select organisation_id, post_id, reason, state, created_at, decided_at from discussion_reports where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'post_id'],
    },
    erase: (userIds) => sql`with gone as (delete from discussion_reports where user_id = any(${userIds}::uuid[]) returning organisation_id, post_id, state),
      counted as (select organisation_id, post_id, count(*)::int as reports from gone where state = 'open' group by organisation_id, post_id),
      reported as (update discussion_posts p set open_reports = p.open_reports - reports from counted
        where p.organisation_id = counted.organisation_id and p.id = counted.post_id returning p.organisation_id, p.topic_id, p.hidden_by)
      select ${addJob('tidy_discussion_topic', { organisation_id: sql`organisation_id`, topic_id: sql`topic_id` })}
      from (select distinct organisation_id, topic_id from reported where hidden_by = 'reports') topics`,
  },
  {
    tables: ['discussion_mentions'],
    exported: {
      name: 'discussion-mentions',
      about: 'Posts that mention you.',
      rows: (userId) => sql`select organisation_id, post_id from discussion_mentions where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'post_id'],
    },
    erase: ofUsers('discussion_mentions'),
  },
  {
    tables: ['discussion_notices'],
    exported: {
      name: 'discussion-notices',
      about: "Other people's posts that the next email to you will mention, or that an email has mentioned in the last few days.",
      rows: (userId) => sql`select organisation_id, post_id, kind, created_at from discussion_notices where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'post_id'],
    },
    erase: ofUsers('discussion_notices'),
  },
];
