import { createTopic } from '../../domain/community/discussions/write-topics.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createDiscussionTopic'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createTopic(tools, caller, path.course_pk, body),
});
