import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { lockTopics } from './states.ts';
import { indexedText } from './text.ts';

/** A topic that staff open about a lesson. */
export interface NewTopic {
  id: string;
  lesson_id: string;
  title: string;
  /** Sanitised HTML that does not exceed the maximum length of posts. */
  html: string;
  is_pinned: boolean;
  is_locked: boolean;
}

interface Place {
  organisationId: string;
  courseId: string;
}

const TOPICS_AT_ONCE = 100;

/**
 * Adds topics to lessons that are not yet visible to anybody else. Their author does not follow them. No individual events or records are written, and nobody
 * is notified.
 */
export async function addTopics(
  trx: Executor,
  { organisationId, courseId }: Place,
  { authorId, now }: { authorId: string; now: string },
  topics: readonly NewTopic[],
): Promise<void> {
  for (let first = 0; first < topics.length; first += TOPICS_AT_ONCE) {
    const rows = topics
      .slice(first, first + TOPICS_AT_ONCE)
      .map(({ html, ...topic }) => ({ ...topic, ...indexedText(courseId, { format: 'html', body: html }, topic.title) }));
    const added = sql`json_to_recordset(${JSON.stringify(rows)}::json) as t
      (id uuid, lesson_id uuid, title text, is_pinned boolean, is_locked boolean, format text, body text, excerpt text, words text[])`;
    await sql`insert into discussion_topics (organisation_id, id, course_id, lesson_id, is_divided, kind, title, is_pinned, locked_at, last_activity_at, created_at)
      select ${organisationId}, id, ${courseId}, lesson_id, false, 'discussion', title, is_pinned, case when is_locked then ${now}::timestamptz end,
        ${now}::timestamptz, ${now}::timestamptz from ${added}`.execute(trx);
    await sql`insert into discussion_posts (organisation_id, id, course_id, topic_id, number, ordinal, state, author_id, is_staff, format, body, excerpt, words,
        published_at, created_at)
      select ${organisationId}, id, ${courseId}, id, 0, 0, 'visible', (select id from users where id = ${authorId} and erased_at is null), true, format, body,
        excerpt, words, ${now}::timestamptz, ${now}::timestamptz from ${added}`.execute(trx);
    await sql`insert into discussion_readers (organisation_id, topic_id, user_id, read_number, has_posted)
      select ${organisationId}, t.id, users.id, 0, true from ${added} join users on users.id = ${authorId} and users.erased_at is null`.execute(trx);
  }
}

/** Locks the topics about lessons of these chapters, so that nobody writes in them until the transaction ends, and returns their IDs. */
export async function lockTopicsInChapters(trx: Executor, { organisationId, courseId }: Place, chapterIds: readonly string[]): Promise<string[]> {
  const topics = await trx
    .selectFrom('discussion_topics')
    .innerJoin('lessons', (join) =>
      join.onRef('lessons.organisation_id', '=', 'discussion_topics.organisation_id').onRef('lessons.id', '=', 'discussion_topics.lesson_id'),
    )
    .where('discussion_topics.organisation_id', '=', organisationId)
    .where('discussion_topics.course_id', '=', courseId)
    .where('lessons.chapter_id', '=', sql<string>`any(${[...chapterIds]}::uuid[])`)
    .select('discussion_topics.id')
    .execute();
  const ids = topics.map(({ id }) => id);
  if (ids.length > 0) await lockTopics(trx, organisationId, ids);
  return ids;
}

/** Removes topics with everything in them. They must be locked. */
export async function removeTopics(trx: Executor, { organisationId, courseId }: Place, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('discussion_topics')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}
