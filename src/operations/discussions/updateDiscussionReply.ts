import { updateReply } from '../../domain/community/discussions/write-replies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateDiscussionReply'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateReply(tools, caller, { courseId: path.course_pk, replyId: path.reply_pk }, body),
});
