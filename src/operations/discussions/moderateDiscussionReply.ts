import { moderateReply } from '../../domain/community/discussions/moderate.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'moderateDiscussionReply'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await moderateReply(tools, caller, { courseId: path.course_pk, replyId: path.reply_pk }, body),
});
