import { createReply } from '../../domain/community/discussions/write-replies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createDiscussionReply'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createReply(tools, caller, { courseId: path.course_pk, topicId: path.topic_pk }, body),
});
