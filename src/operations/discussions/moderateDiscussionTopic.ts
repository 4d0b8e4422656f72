import { moderateTopic } from '../../domain/community/discussions/moderate.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'moderateDiscussionTopic'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await moderateTopic(tools, caller, { courseId: path.course_pk, topicId: path.topic_pk }, body),
});
