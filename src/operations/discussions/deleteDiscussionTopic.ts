import { deleteTopic } from '../../domain/community/discussions/write-topics.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteDiscussionTopic'> = async ({ tools, caller, path }) => {
  await deleteTopic(tools, caller, { courseId: path.course_pk, topicId: path.topic_pk });
  return { status: 204 };
};
