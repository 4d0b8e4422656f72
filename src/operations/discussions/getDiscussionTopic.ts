import { getTopic } from '../../domain/community/discussions/topics.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getDiscussionTopic'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getTopic(tools, caller, { courseId: path.course_pk, topicId: path.topic_pk }),
});
