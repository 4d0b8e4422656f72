import { sql } from 'kysely';
import { jsonObject, jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { eventCourse } from '../../studio/courses/events.ts';
import { pseudonym } from './rows.ts';

/** Identifies a topic by the post that opens it, or a reply. */
export interface PostKey {
  organisationId: string;
  postId: string;
  /** Null if the account no longer exists. */
  authorId: string | null;
}

const POST = {
  course: eventCourse,
  topic: jsonObject<Shape<'EventDiscussionTopic'>>({
    id: sql`topics.id`,
    kind: sql`topics.kind`,
    title: sql`case when (select state from discussion_posts opening where opening.organisation_id = topics.organisation_id and opening.id = topics.id) = 'visible'
      then topics.title end`,
    lesson_id: sql`topics.lesson_id`,
    cohort_id: sql`topics.cohort_id`,
  }),
  author: jsonObject<Shape<'EventDiscussionAuthor'>>({
    id: sql`case when posts.alias is null then posts.author_id end`,
    display_name: sql`case when posts.alias is null then (select name from users where users.id = posts.author_id) else ${pseudonym('posts')} end`,
    is_staff: sql`posts.is_staff`,
  }),
};
const CREATED = { created_at: jsonTime(sql`posts.created_at`) };

const fromPost = ({ organisationId, postId }: PostKey) => sql`from discussion_posts posts
  join discussion_topics topics on topics.organisation_id = posts.organisation_id and topics.id = posts.topic_id
  join courses on courses.organisation_id = posts.organisation_id and courses.id = posts.course_id
  where posts.organisation_id = ${organisationId} and posts.id = ${postId}`;

export const publishEvent = eventPublisher({
  'discussion.topic_created': (post: PostKey): Fact<'discussion.topic_created'> => ({
    userId: post.authorId,
    data: { ...POST, ...CREATED },
    from: fromPost(post),
  }),
  'discussion.reply_created': (post: PostKey): Fact<'discussion.reply_created'> => ({
    userId: post.authorId,
    data: { ...POST, reply_id: sql`posts.id`, parent_id: sql`posts.parent_id`, number: sql`posts.number`, ...CREATED },
    from: fromPost(post),
  }),
  'discussion.reported': (post: PostKey): Fact<'discussion.reported'> => ({
    userId: post.authorId,
    data: {
      ...POST,
      reply_id: sql`case when posts.number > 0 then posts.id end`,
      report_count: sql`posts.open_reports`,
      is_hidden: sql`posts.state = 'hidden'`,
    },
    from: fromPost(post),
  }),
});
