import { sql } from 'kysely';
import type { Caller } from '../../src/domain/kernel/caller.ts';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import { type Database, type Executor, inTransaction } from '../../src/platform/database/connect.ts';
import type { Seed } from './seed.ts';

export const TOPIC_SCALES = [1000, 10_000] as const;
type Topics = (typeof TOPIC_SCALES)[number];
/** The newest topic of a course has ten times as many replies as the course has topics. */
const REPLIES_PER_TOPIC = 10;
/** Number of posts that contain the word of a search. */
const FOUND = 20;

/** A course with many topics, of which one has many replies. */
export interface Discussion {
  courseId: string;
  topicId: string;
  replies: number;
}

/** Discussions by their number of topics. */
export type Discussions = Record<Topics, Discussion>;

/** Word that 20 topics and 20 replies contain, however many there are. */
export const SEARCH = 'pelican';
/** Word that every post contains. */
export const COMMON = 'text';

export async function seedDiscussions(db: Database, seed: Seed): Promise<Discussions> {
  const discussions = { 1000: await seedDiscussion(db, seed, 1000), 10000: await seedDiscussion(db, seed, 10_000) };
  await sql`vacuum analyze`.execute(db);
  return discussions;
}

const seedDiscussion = (db: Database, seed: Seed, topics: Topics): Promise<Discussion> =>
  inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const who: Caller = {
      organisationId: seed.organisationId,
      actorType: 'api_key',
      actorId: seed.organisationId,
      role: 'creator',
      requestId: 'bench-seed',
      ip: null,
    };
    const { id: courseId } = await createCourse({ db: trx }, who, contractInput('CourseWrite', { title: `${topics} topics`, status: 'published' }));
    return fill(trx, { organisationId: seed.organisationId, courseId }, topics);
  });

async function fill(trx: Executor, { organisationId, courseId }: { organisationId: string; courseId: string }, topics: Topics): Promise<Discussion> {
  const topicId = newId();
  const replies = topics * REPLIES_PER_TOPIC;
  const author = sql`(select user_id from memberships where organisation_id = ${organisationId}::uuid order by user_id limit 1)`;
  const words = (every: number) =>
    sql`array[right(${courseId}, 12) || ${COMMON}, right(${courseId}, 12) || n] || case when n % ${every / FOUND}::int = 0 then array[right(${courseId}, 12) || ${SEARCH}] else '{}' end`;
  await sql`insert into discussion_topics (organisation_id, id, course_id, is_divided, kind, title, post_count, thread_count, reply_count, last_number,
      last_activity_at, created_at)
    select ${organisationId}::uuid, case when n = ${topics}::int then ${topicId}::uuid else gen_random_uuid() end, ${courseId}::uuid, false, 'discussion', 'Topic ' || n,
      many, many, many, many, now() - make_interval(mins => ${topics}::int - n), now() - make_interval(mins => ${topics}::int - n)
    from generate_series(1, ${topics}::int) n, lateral (select case when n = ${topics}::int then ${replies}::int else 0 end as many) counts`.execute(trx);
  await sql`insert into discussion_posts (organisation_id, id, course_id, topic_id, number, ordinal, state, author_id, is_staff, format, body, excerpt, words,
      published_at, created_at)
    select organisation_id, id, course_id, id, 0, 0, 'visible', author, true, 'markdown', 'A text', 'A text', ${words(topics)}, created_at, created_at
    from (select t.*, row_number() over (order by created_at) as n, ${author} as author from discussion_topics t
      where organisation_id = ${organisationId}::uuid and course_id = ${courseId}::uuid) topics`.execute(trx);
  await sql`insert into discussion_posts (organisation_id, id, course_id, topic_id, number, ordinal, state, author_id, is_staff, format, body, excerpt, words,
      published_at, created_at)
    select ${organisationId}::uuid, gen_random_uuid(), ${courseId}::uuid, ${topicId}::uuid, n, n, 'visible', ${author}, true, 'markdown', 'A reply', 'A reply',
      ${words(replies)}, now(), now() from generate_series(1, ${replies}::int) n`.execute(trx);
  return { courseId, topicId, replies };
}
