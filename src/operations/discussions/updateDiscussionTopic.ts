import { updateTopic } from '../../domain/community/discussions/write-topics.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateDiscussionTopic'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateTopic(tools, caller, { courseId: path.course_pk, topicId: path.topic_pk }, body),
});
